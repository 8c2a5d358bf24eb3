// FetchService: gets games of a player, or one game, from lichess or chess.com for the page, where
// the operator has allowed it. Pages may not read other sites themselves.
//
//     /api/fetch                               {"allowed": true}
//     /api/fetch/lichess/player/NAME           the newest games, as PGN
//     /api/fetch/lichess/game/ID               one game
//     /api/fetch/chess.com/player/NAME/2026/05 the games of a month
//
// Names and numbers are checked, so a request chooses neither the host nor anything else of the
// address. Redirects are not followed.
#pragma once

#include <chrono>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "net/download.hpp"
#include "net/server.hpp"
#include "platform/task_queue.hpp"

namespace kibitz::serve {

struct FetchSettings {
    bool is_allowed = false;
    // Where the two sites are; tests have stand-ins.
    std::string lichess = "https://lichess.org";
    std::string chess_com = "https://api.chess.com";
    net::DownloadSettings limits{.accept = "application/x-chess-pgn"};
    // One client's downloads begin no faster than that.
    std::chrono::milliseconds pause{2'000};
    std::size_t most_waiting = 16;
};

class FetchService {
   public:
    static constexpr std::string_view path = "/api/fetch";
    [[nodiscard]] static bool has_path(std::string_view requested);

    explicit FetchService(FetchSettings settings);

    // Answers from a thread of its own where something has to be downloaded: 400 for what is no
    // such address, 403 where fetching is not allowed, 404 where the site has no such player or
    // game, 429 for too many requests, 502 where the site gives nothing else.
    void answer(const net::Request& request, const net::Reply& reply);

   private:
    [[nodiscard]] std::optional<std::string> address_of(std::string_view requested) const;
    bool may_begin(const std::string& client);

    const FetchSettings settings_;
    std::mutex mutex_;  // guards the next
    std::map<std::string, std::chrono::steady_clock::time_point> last_by_client_;
    platform::TaskQueue downloads_;  // last: its thread uses the rest
};

}  // namespace kibitz::serve
