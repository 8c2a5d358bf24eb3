// Refusals of HTTP requests: {"code": "bodyTooLarge", "error": "..."}. The codes are for programs,
// stand in docs/api/openapi.json and stay as they are; the texts are for people and may change.
#pragma once

#include <cstdint>
#include <string_view>

#include "net/server.hpp"

namespace kibitz::net {

// What any server over HTTP can refuse, whatever it serves.
enum class RefusalCode : std::uint8_t {
    not_http,
    bad_host,
    bad_target,
    body_too_large,
    header_too_large,
    data_before_upgrade,
    method_not_allowed,
    not_found,
    too_many_connections,
    internal_error,
};

Response refuse(RefusalCode code, std::string_view text);
// Servers with codes of their own use this.
Response refuse(int status, std::string_view code, std::string_view text);
Response refuse_unknown_address();

}  // namespace kibitz::net
