// Games as the battlebot protocol writes them.
#pragma once

#include <optional>

#include "arena/hall.hpp"

namespace kibitz::arena::battlebot {

// "state" of the updates: {"players", "board", "marks", "nextPlayer", "complete"}, and "victor" and
// "reason" when it is over.
Json state_of(const LiveGame& game);
// "complete", "timeout", "disconnect" or "Didn't write unit tests".
const char* reason_of(Ending ending);
// A name, or null.
Json victor_of(const std::array<std::string, 2>& players, std::optional<Side> winner);
// {"X": ..., "O": ...}
Json marks_of(const games::Rules& rules, const std::array<std::string, 2>& players);

// A finished game as it is kept; without turns.
Json record_of(const GameSummary& summary);
// The same with turns.
Json record_of(const GameId& id, const LiveGame& game);

}  // namespace kibitz::arena::battlebot
