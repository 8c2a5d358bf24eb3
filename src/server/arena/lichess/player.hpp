// What the Bot API of lichess says of a player: docs/lichess-bots.md.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "arena/time.hpp"

namespace kibitz::arena {
class Arena;
}

namespace kibitz::arena::lichess {

struct Rating {
    int rating = 0;
    bool is_provisional = true;
    int games = 0;
};

struct Player {
    std::string name;
    bool is_bot = false;
    bool is_here = false;
    Time registered{};
    std::map<std::string, Rating, std::less<>> ratings{};  // by the game: chess, chess960
};

// Whether this API has a word for the game.
bool is_played(std::string_view game);
// As other programs compare names: ASCII letters are small.
std::string id_of(std::string_view name);

// With `name` alone if there is no such player, which happens when they are forgotten meanwhile.
Player player_of(const Arena& arena, const std::string& name, Time now);
// The name of the player whose name or id it is; empty if there is none.
std::string name_of(const Arena& arena, std::string_view name_or_id);

}  // namespace kibitz::arena::lichess
