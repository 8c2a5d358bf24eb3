// What a puzzle is about: its motifs, its mate, its stage of the game, its length.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "chess/position.hpp"

namespace kibitz::puzzles {

// The one theme that the moves alone may not show: something was taken before they begin.
inline constexpr std::string_view intermezzo = "intermezzo";

// In the order of their names; docs/puzzles.md says what each means. `taken_on` is where something
// was taken by the move that led to the position, if that is known.
std::vector<std::string> themes_of(const Position& start, std::span<const Move> moves,
                                   Square taken_on = Square::none());

// All that there are, in the order of their names.
std::vector<std::string> all_themes();

// The endgame that a position is named after, "rook-endgame": beside kings and pawns there are only
// such pieces. Empty elsewhere.
std::string_view endgame_of(const Position& position);

}  // namespace kibitz::puzzles
