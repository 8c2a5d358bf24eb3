// The site: what each address of the server answers.
//
//     /healthz, /readyz    "ok" while the server runs
//     /metrics             for Prometheus
//     /api/engine          the engine: what one may have of it, and as a WebSocket the engine
//     itself /arena               the arena, as a WebSocket (docs/protocol.md) /bots, /games,
//     WebSockets anywhere else    the battlebot protocol (docs/battlebot.md) everything else the
//     page
#pragma once

#include "arena/net/server.hpp"
#include "serve/arena_service.hpp"
#include "serve/engine_service.hpp"

namespace kibitz::serve {

// Both must outlive the server.
net::Handlers site_handlers(EngineService& engine, ArenaService& arena);

}  // namespace kibitz::serve
