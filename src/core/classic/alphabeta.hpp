// Alpha-beta with the classic player's rating: what `search = "alphabeta"` means.
//
// A position is worth the rating of the last position of its best line of play: the moves up to the
// level, then captures and promotions that lose nothing in exchange, as long as the side to move
// does not prefer to stop; in check all moves are looked at. Lines are cut off only where they
// cannot matter, so the values are those of the whole tree and the same on any number of threads.
#pragma once

#include <optional>
#include <vector>

#include "chess/position.hpp"
#include "classic/choice.hpp"
#include "classic/settings.hpp"
#include "classic/watch.hpp"

namespace kibitz::players {

// All legal moves, white-positive. Those within settings.band() of the best have their exact value,
// the others one that is not better than theirs and that is outside of it. Returns nothing if it
// was stopped.
std::optional<std::vector<RatedMove>> search_alphabeta(const Position& root,
                                                       const ClassicSettings& settings,
                                                       SearchWatch& watch);

}  // namespace kibitz::players
