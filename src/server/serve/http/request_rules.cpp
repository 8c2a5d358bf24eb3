#include "serve/http/request_rules.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "net/refusal.hpp"
#include "serve/http/refusal.hpp"

namespace kibitz::serve {

namespace {

constexpr const char* methods = "GET, HEAD, POST";

net::Response method_not_allowed(const std::string& method) {
    net::Response refusal = net::refuse(net::RefusalCode::method_not_allowed,
                                        "The method " + method + " is not used here.");
    refusal.headers.push_back({"Allow", methods});
    return refusal;
}

}  // namespace

// Browsers say whose page a script is from; programs send no Origin.
bool is_cross_origin(const net::Request& request, const std::vector<std::string>& allowed) {
    const std::string_view origin = request.header("Origin");
    if (origin.empty()) return false;
    constexpr std::string_view mark = "://";
    const std::size_t found = origin.find(mark);
    if (found != std::string_view::npos &&
        origin.substr(found + mark.size()) == request.header("Host"))
        return false;
    return std::ranges::none_of(
        allowed, [&](const std::string& one) { return one == "*" || one == origin; });
}

net::Response refuse_cross_origin() {
    return refuse(RefusalCode::other_origin,
                  "This server serves its own pages, not those of other sites.");
}

std::optional<net::Response> why_refused(const net::Request& request,
                                         const std::vector<std::string>& allowed_origins) {
    if (request.method != "GET" && request.method != "HEAD" && request.method != "POST")
        return method_not_allowed(request.method);
    if (request.method == "POST" && is_cross_origin(request, allowed_origins))
        return refuse_cross_origin();
    return std::nullopt;
}

bool may_see_metrics(const net::Request& request, std::optional<std::size_t> metrics_listener) {
    if (metrics_listener) return request.listener == metrics_listener;
    return net::is_loopback(request.address);
}

net::Response refuse_metrics() {
    return refuse(RefusalCode::metrics_not_public,
                  "Metrics are for the server's operator; --metrics-port gives them an "
                  "address of their own.");
}

net::Response metrics_response(std::string text) {
    return {.headers = {{"Content-Type", "text/plain; version=0.0.4"}}, .body = std::move(text)};
}

net::Reply with_strict_transport(const net::Request& request, net::Reply reply,
                                 std::chrono::seconds duration) {
    if (!request.is_encrypted || duration == std::chrono::seconds(0)) return reply;
    return [reply = std::move(reply), duration](net::Response response) {
        response.headers.push_back(
            {"Strict-Transport-Security", "max-age=" + std::to_string(duration.count())});
        reply(std::move(response));
    };
}

}  // namespace kibitz::serve
