#include "cli/program/user_files.hpp"

namespace kibitz::cli {

namespace {

namespace fs = std::filesystem;

std::expected<fs::path, std::string> user_folder(const Environment& environment,
                                                 const char* variable, const char* below_home) {
    if (const std::string given = environment(variable); given.starts_with('/'))
        return fs::path(given) / "kibitz";
    if (const std::string home = environment("HOME"); !home.empty())
        return fs::path(home) / below_home / "kibitz";
    return std::unexpected("neither " + std::string(variable) +
                           " nor HOME is set: no place to keep games; set one of them");
}

}  // namespace

std::expected<fs::path, std::string> user_state_folder(const Environment& environment) {
    return user_folder(environment, "XDG_STATE_HOME", ".local/state");
}

std::expected<fs::path, std::string> user_data_folder(const Environment& environment) {
    return user_folder(environment, "XDG_DATA_HOME", ".local/share");
}

}  // namespace kibitz::cli
