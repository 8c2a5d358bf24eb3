// The site of a front: what each of its addresses answers.
//
//     /healthz        "ok" while the front runs
//     /readyz         "ok" while it knows a server that decides
//     /metrics        of the front, for Prometheus
//     /arena          the arena, as a WebSocket
//     /arena/...,     answered by the server that decides
//     /bots, /games,
//     the Bot API,
//     /api/games,
//     /api/puzzles
//     other sockets   the battlebot protocol
//     the rest        the page
//
// The engine for pages, endgame tables, games from other sites and letters are not here.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "net/server.hpp"
#include "serve/fronts/front_service.hpp"

namespace kibitz::serve {

struct FrontSiteSettings {
    std::vector<std::string> allowed_origins{};     // as SiteSettings has them
    std::optional<std::size_t> metrics_listener{};  // which of the addresses has only the metrics
    std::chrono::seconds strict_transport{};        // see with_strict_transport()
};

// The service must outlive the server.
net::Handlers front_handlers(FrontService& service, FrontSiteSettings settings = {});

}  // namespace kibitz::serve
