// The site: what each address of the server answers.
//
//     /healthz        "ok" while the server runs and can write its log
//     /readyz         "ok" while it takes new clients
//     /metrics        for Prometheus: at an address of their own, or else on this machine alone
//     /admin          the operator's page: at an address of its own (operator_page.hpp)
//     /api/engine     what one may have of the engine, and as a WebSocket the engine itself
//     /api/tablebase  what endgame tables know of a position, if the server has any
//     /api/puzzles/   how hard the page's puzzles are by those who tried them
//     /api/fetch      games from lichess and chess.com, if the operator allows it
//     /api/games      games in the databases that the operator has named
//     /arena          the arena, as a WebSocket (docs/protocol.md)
//     /arena/house    the players of the house
//     /letters        letters from person to person, as a WebSocket (docs/letters.md)
//     /api/account, ...  the Bot API of lichess (docs/lichess-bots.md)
//     /bots, /games,  the battlebot protocol (docs/battlebot.md)
//     other sockets
//     /experiments    what is tried on visitors, if anything is (docs/ab-testing.md)
//     the rest        the page, or the site of --site or --origin
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "net/server.hpp"
#include "serve/arena/arena_service.hpp"
#include "serve/arena/bot_api.hpp"
#include "serve/engine/engine_service.hpp"
#include "serve/engine/tablebase_service.hpp"
#include "serve/experiments/experiment_service.hpp"
#include "serve/fronts/front_links.hpp"
#include "serve/games/games_service.hpp"
#include "serve/house/house.hpp"
#include "serve/http/fetch_service.hpp"
#include "serve/letters/letter_service.hpp"
#include "serve/operator/operator_page.hpp"
#include "serve/puzzles/puzzle_service.hpp"

namespace kibitz::serve {

struct SiteSettings {
    // Whose pages, beside the site's own, may open WebSockets and post: https://example.org. "*"
    // stands for all.
    std::vector<std::string> allowed_origins{};
    // Which of the server's addresses has the metrics, the states of the server and nothing else.
    // Nothing: there is none, and only clients on this machine may see the metrics.
    std::optional<std::size_t> operator_listener{};
    // Which of them has the operator's page and nothing else. Nothing: there is no such page.
    std::optional<std::size_t> page_listener{};
    std::chrono::seconds strict_transport{};  // see with_strict_transport()
};

// What a server may have or do without; all that is there must outlive the server.
struct SiteServices {
    BotApi* bot_api = nullptr;  // of the arena
    const House* house = nullptr;
    ExperimentService* experiments = nullptr;
    LetterService* letters = nullptr;
    TablebaseService* tables = nullptr;
    FetchService* fetching = nullptr;
    PuzzleService* puzzles = nullptr;
    GamesService* games = nullptr;
    OperatorPage* operator_page = nullptr;
    const FrontLinks* fronts = nullptr;
};

// The engine and the arena must outlive the server, too.
net::Handlers site_handlers(EngineService& engine, ArenaService& arena, SiteSettings settings = {},
                            const SiteServices& others = {});

}  // namespace kibitz::serve
