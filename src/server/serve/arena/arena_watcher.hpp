// ArenaWatcher: learns of games that begin and end in the arena, and of players whose data is
// deleted.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "arena/arena.hpp"

namespace kibitz::serve {

struct WatchedGame {
    arena::GameId id;
    std::array<std::string, 2> players{};      // the names they play under
    std::array<std::string, 2> first_names{};  // the names they had first (arena/first_name.hpp)
    arena::Time began{};
};
struct WatchedResult {
    arena::Ending ending{};
    std::optional<arena::Side> winner{};
    int plies = 0;
    arena::Time ended{};
};

class ArenaWatcher {
   public:
    virtual ~ArenaWatcher() = default;
    // That were under way when the watching began.
    virtual void on_game_under_way(const WatchedGame& game) = 0;
    // Once it is in the log, and before the players hear of it; on one thread at a time.
    virtual void on_game_begun(const WatchedGame& game) = 0;
    virtual void on_game_ended(const WatchedGame& game, const WatchedResult& result) = 0;
    virtual void on_player_forgotten(const std::string& first_name) = 0;
};

// What there is to tell a watcher.
struct GameUnderWay {
    WatchedGame game;
};
struct GameBegun {
    WatchedGame game;
};
struct GameEnded {
    WatchedGame game;
    WatchedResult result;
};
struct PlayerForgotten {
    std::string first_name;
};
using ArenaNews = std::variant<GameUnderWay, GameBegun, GameEnded, PlayerForgotten>;

// Says what an entry of the log that the arena has just made means to a watcher; nothing for most
// of them.
std::optional<ArenaNews> news_of(const arena::LogEntry& entry, const arena::Arena& arena);
// The same for all games under way.
std::vector<ArenaNews> games_under_way(const arena::Arena& arena);
void tell(ArenaWatcher& watcher, const ArenaNews& news);

}  // namespace kibitz::serve
