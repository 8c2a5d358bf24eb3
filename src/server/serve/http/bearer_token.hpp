// What a client proves itself with in a header of HTTP (RFC 6750).
#pragma once

#include <string_view>

#include "net/server.hpp"

namespace kibitz::serve {

// Empty if there is none.
inline std::string_view bearer_token(const net::Request& request) {
    constexpr std::string_view scheme = "Bearer ";
    std::string_view value = request.header("Authorization");
    if (!value.starts_with(scheme)) return {};
    value.remove_prefix(scheme.size());
    return value;
}

}  // namespace kibitz::serve
