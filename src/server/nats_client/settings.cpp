#include "nats_client/settings.hpp"

#include "text/split.hpp"

namespace kibitz::nats_client {

std::string without_passwords(std::string_view servers) {
    constexpr std::string_view after_scheme = "://";
    std::string shown;
    for (const std::string_view server : text::split(servers, ',')) {
        if (!shown.empty()) shown += ',';
        const std::size_t scheme = server.find(after_scheme);
        const std::size_t begin =
            scheme == std::string_view::npos ? 0 : scheme + after_scheme.size();
        const std::size_t at = server.rfind('@');
        shown += server.substr(0, begin);
        shown += server.substr(at == std::string_view::npos || at < begin ? begin : at + 1);
    }
    return shown;
}

}  // namespace kibitz::nats_client
