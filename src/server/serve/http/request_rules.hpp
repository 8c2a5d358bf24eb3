// What holds for requests at every server of the program, whatever it serves.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "net/server.hpp"

namespace kibitz::serve {

// Whether a page of another site sent it that is not one of these; "*" stands for all.
bool is_cross_origin(const net::Request& request, const std::vector<std::string>& allowed);
net::Response refuse_cross_origin();
// Refuses a method that is not used, and what a page of another site posts.
std::optional<net::Response> why_refused(const net::Request& request,
                                         const std::vector<std::string>& allowed_origins);
// Metrics are at an address of their own, or else for clients on this machine alone.
bool may_see_metrics(const net::Request& request, std::optional<std::size_t> metrics_listener);
net::Response refuse_metrics();
net::Response metrics_response(std::string text);
// The reply to a request, which tells a browser that came with TLS not to come without it for so
// long (HSTS, RFC 6797). None to say nothing.
net::Reply with_strict_transport(const net::Request& request, net::Reply reply,
                                 std::chrono::seconds duration);

}  // namespace kibitz::serve
