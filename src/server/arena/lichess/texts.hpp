// Facts of the arena as the Bot API of lichess writes them.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "arena/game_summary.hpp"
#include "arena/lichess/player.hpp"
#include "arena/live_game.hpp"

namespace kibitz::arena::lichess {

using Players = std::map<std::string, Player, std::less<>>;

// A line of a stream: what is no UTF-8 is replaced.
std::string line_of(const Json& json);

// {"id", "username", "title", "perfs", ...}
Json user(const Player& player);
// As lists and games have a player: {"id", "name", "title", "rating", "provisional"}.
Json short_user(const Player& player, std::string_view game);

// {"type": "gameFull", ...} and {"type": "gameState", ...}, with the clocks at that time.
Json game_full(const GameId& id, const LiveGame& game, const Players& players, Time now);
Json game_state(const LiveGame& game, std::array<Milliseconds, 2> left);
// The game as the stream of events and the list of games under way have it.
Json game_info(const GameId& id, const LiveGame& game, Side side, const Players& players,
               std::array<Milliseconds, 2> left);
Json chat_line(const Chatted& chat);
Json opponent_gone(bool is_gone, Milliseconds away_limit);

// An offer as the arena's protocol has it (docs/protocol.md).
Json challenge(const Json& offer, const Players& players, std::string_view status,
               std::string_view self, std::string_view site);

}  // namespace kibitz::arena::lichess
