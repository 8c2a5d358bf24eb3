#include "serve/site.hpp"

#include <string_view>

#include "serve/page.hpp"

namespace kibitz::serve {

namespace {

constexpr int status_ok = 200;
constexpr int status_not_found = 404;

constexpr std::string_view engine_path = "/api/engine";

}  // namespace

net::Handlers site_handlers(EngineService& engine) {
    net::Handlers handlers;
    handlers.http = [&engine](const net::Request& request, const net::Reply& reply) {
        if (request.path == "/healthz")
            reply(net::text_response(status_ok, "ok"));
        else if (request.path == engine_path)
            reply(engine.describe());
        else
            reply(answer_with_page(embedded_page(), request));
    };
    handlers.socket = [&engine](const net::Request& request)
        -> std::expected<std::unique_ptr<net::SocketHandler>, net::Response> {
        if (request.path == engine_path) return engine.open(request);
        return std::unexpected(
            net::text_response(status_not_found, "There is no WebSocket at this address."));
    };
    return handlers;
}

}  // namespace kibitz::serve
