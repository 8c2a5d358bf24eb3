// The status codes of HTTP that are used here (RFC 9110, section 15).
#pragma once

namespace kibitz::net {

inline constexpr int status_ok = 200;
inline constexpr int status_no_content = 204;
inline constexpr int status_found = 302;
inline constexpr int status_see_other = 303;
inline constexpr int status_not_modified = 304;
inline constexpr int status_bad_request = 400;
inline constexpr int status_unauthorised = 401;
inline constexpr int status_forbidden = 403;
inline constexpr int status_not_found = 404;
inline constexpr int status_method_not_allowed = 405;
inline constexpr int status_content_too_large = 413;
inline constexpr int status_too_many_requests = 429;
inline constexpr int status_header_fields_too_large = 431;
inline constexpr int status_internal_server_error = 500;
inline constexpr int status_bad_gateway = 502;
inline constexpr int status_service_unavailable = 503;

}  // namespace kibitz::net
