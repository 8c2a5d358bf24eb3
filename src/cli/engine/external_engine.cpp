#include "cli/engine/external_engine.hpp"

#include <filesystem>
#include <iterator>
#include <sstream>
#include <system_error>

#include "platform/paths.hpp"

namespace kibitz::cli {

players::ExternalSettings engine_settings(const std::string& command,
                                          const std::vector<std::string>& options) {
    players::ExternalSettings settings;
    std::error_code ignored;
    if (std::filesystem::exists(path_of(command), ignored)) {
        settings.command = command;
    } else {
        std::istringstream words(command);
        words >> settings.command;
        settings.arguments = {std::istream_iterator<std::string>(words), {}};
    }
    for (const std::string& option : options) {
        const std::size_t sign = option.find('=');
        settings.options.emplace_back(option.substr(0, sign),
                                      sign == std::string::npos ? "" : option.substr(sign + 1));
    }
    return settings;
}

}  // namespace kibitz::cli
