// What a puzzle is about: its motifs, its mate, its stage of the game, its length.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "chess/position.hpp"

namespace kibitz::puzzles {

// In the order of their names; docs/puzzles.md says what each means.
std::vector<std::string> themes_of(const Position& start, std::span<const Move> moves);

// All that there are, in the order of their names.
std::vector<std::string> all_themes();

// The endgame that a position is named after, "rook-endgame": beside kings and pawns there are only
// such pieces. Empty elsewhere.
std::string_view endgame_of(const Position& position);

}  // namespace kibitz::puzzles
