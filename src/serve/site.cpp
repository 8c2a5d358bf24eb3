#include "serve/site.hpp"

#include <string_view>
#include <utility>

#include "serve/page.hpp"

namespace kibitz::serve {

namespace {

constexpr int status_unavailable = 503;

constexpr std::string_view engine_path = "/api/engine";
constexpr std::string_view arena_path = "/arena";
constexpr std::string_view house_path = "/arena/house";

net::Response metrics(const ArenaService& arena) {
    return {.headers = {{"Content-Type", "text/plain; version=0.0.4"}}, .body = arena.metrics()};
}

}  // namespace

net::Handlers site_handlers(EngineService& engine, ArenaService& arena, const House* house) {
    net::Handlers handlers;
    handlers.http = [&, house](net::Request request, const net::Reply& reply) {
        const std::string_view path = request.path;
        if (path == "/healthz")
            reply(net::text_response(net::status_ok, "ok"));
        else if (path == "/readyz")
            reply(arena.is_draining() ? net::text_response(status_unavailable, "going down")
                                      : net::text_response(net::status_ok, "ok"));
        else if (path == "/metrics")
            reply(metrics(arena));
        else if (path == engine_path)
            reply(engine.describe());
        else if (house != nullptr && path == house_path)
            reply(house->describe());
        else if (ArenaService::has_path(path))
            arena.request(std::move(request), reply);
        else
            reply(answer_with_page(embedded_page(), request));
    };
    handlers.socket = [&](const net::Request& request)
        -> std::expected<std::unique_ptr<net::SocketHandler>, net::Response> {
        if (request.path == engine_path) return engine.open(request);
        return arena.open_socket(
            request.path == arena_path ? arena::Protocol::kibitz : arena::Protocol::battlebot,
            request.address);
    };
    handlers.is_busy = [&arena] { return arena.is_busy(); };
    handlers.stopping = [&arena] { arena.stop(); };
    return handlers;
}

}  // namespace kibitz::serve
