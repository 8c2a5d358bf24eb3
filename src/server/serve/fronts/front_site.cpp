#include "serve/fronts/front_site.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "net/refusal.hpp"
#include "serve/arena/arena_service.hpp"
#include "serve/arena/bot_api.hpp"
#include "serve/games/games_service.hpp"
#include "serve/http/page.hpp"
#include "serve/http/refusal.hpp"
#include "serve/http/request_rules.hpp"
#include "serve/log/reload_log.hpp"
#include "serve/log/server_log.hpp"
#include "serve/puzzles/puzzle_service.hpp"

namespace kibitz::serve {

namespace {

constexpr std::string_view path_of_arena = "/arena";
// What else `kibitz serve` has below these, a front has not.
constexpr std::array<std::string_view, 3> absent_paths{"/api", "/letters", "/experiments"};

bool is_absent(std::string_view path) {
    return std::ranges::any_of(absent_paths, [path](std::string_view absent) {
        return path == absent ||
               (path.starts_with(absent) && path.substr(absent.size()).starts_with('/'));
    });
}

// Whether the server that decides answers.
bool is_passed_on(std::string_view path) {
    return BotApi::has_path(path) || ArenaService::has_path(path) || GamesService::has_path(path) ||
           PuzzleService::has_path(path);
}

net::Response refuse_absent() {
    return net::refuse(net::RefusalCode::not_found,
                       "This is a front of the arena, which does not have this.");
}

class FrontSite {
   public:
    FrontSite(FrontService& service, FrontSiteSettings settings)
        : service_(service), settings_(std::move(settings)) {}

    void answer(const net::Request& request, const net::Reply& reply) const {
        if (const auto refusal = why_refused(request, settings_.allowed_origins))
            return reply(*refusal);
        const std::string_view path = request.path;
        if (path == "/healthz")
            reply(net::text_response(net::status_ok, "ok"));
        else if (path == "/readyz")
            reply(readiness());
        else if (path == "/metrics")
            reply(may_see_metrics(request, settings_.metrics_listener)
                      ? metrics_response(service_.metrics_text())
                      : refuse_metrics());
        else if (request.listener == settings_.metrics_listener ||
                 (is_absent(path) && !is_passed_on(path)))
            reply(refuse_absent());
        else if (is_passed_on(path))
            service_.request(request, reply);
        else
            reply(PuzzleService::marked(answer_with_page(embedded_page(), request), path));
    }

    [[nodiscard]] std::expected<std::unique_ptr<net::SocketHandler>, net::Response> open_socket(
        const net::Request& request) const {
        if (request.listener == settings_.metrics_listener || is_absent(request.path))
            return std::unexpected(refuse_absent());
        if (is_cross_origin(request, settings_.allowed_origins))
            return std::unexpected(refuse_cross_origin());
        return service_.open_socket(
            request.path == path_of_arena ? arena::Protocol::kibitz : arena::Protocol::battlebot,
            request.address);
    }

   private:
    [[nodiscard]] net::Response readiness() const {
        if (!service_.has_server())
            return refuse(RefusalCode::not_ready, "no server decides at the moment");
        return net::text_response(net::status_ok, "ok");
    }

    FrontService& service_;
    const FrontSiteSettings settings_;
};

}  // namespace

net::Handlers front_handlers(FrontService& service, FrontSiteSettings settings) {
    const std::chrono::seconds strict = settings.strict_transport;
    const auto site = std::make_shared<const FrontSite>(service, std::move(settings));
    return {.http =
                [site, strict](const net::Request& request, net::Reply reply) {
                    site->answer(request, with_strict_transport(request, std::move(reply), strict));
                },
            .socket = [site](const net::Request& request) { return site->open_socket(request); },
            .stopping = [&service] { service.stop(); },
            .log = log_record,
            .reload = reload_server_log};
}

}  // namespace kibitz::serve
