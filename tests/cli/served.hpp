// `kibitz serve --port 0`: where it is.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "cli/command_child.hpp"

namespace kibitz::test {

// "Kibitz is at http://127.0.0.1:8080/": of the first such line. The server is waited for.
inline std::uint16_t served_port(const CommandChild& server, std::string_view scheme = "http") {
    const std::string before = std::string(scheme) + "://127.0.0.1:";
    const std::size_t found = server.output().find(before);
    REQUIRE(found != std::string::npos);
    return static_cast<std::uint16_t>(std::stoi(server.output().substr(found + before.size())));
}

}  // namespace kibitz::test
