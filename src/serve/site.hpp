// The site: what each address of the server answers.
//
//     /healthz           "ok" while the server runs
//     /api/engine        the engine: what one may have of it, and as a WebSocket the engine itself
//     everything else    the page
#pragma once

#include "arena/net/server.hpp"
#include "serve/engine_service.hpp"

namespace kibitz::serve {

// The engine must outlive the server.
net::Handlers site_handlers(EngineService& engine);

}  // namespace kibitz::serve
