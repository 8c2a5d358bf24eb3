// The site: what each address of the server answers.
//
//     /healthz, /readyz         "ok" while the server runs
//     /metrics                  for Prometheus
//     /api/engine               the engine: what one may have of it; as a WebSocket the engine
//     /arena                    the arena, as a WebSocket (docs/protocol.md)
//     /arena/house              the players of the house
//     /bots, /games, WebSockets anywhere else    the battlebot protocol (docs/battlebot.md)
//     everything else           the page
#pragma once

#include "arena/net/server.hpp"
#include "serve/arena_service.hpp"
#include "serve/engine_service.hpp"
#include "serve/house.hpp"

namespace kibitz::serve {

// All must outlive the server. There may be no house.
net::Handlers site_handlers(EngineService& engine, ArenaService& arena,
                            const House* house = nullptr);

}  // namespace kibitz::serve
