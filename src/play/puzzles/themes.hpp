// What a puzzle is about: its motifs, its mate, its stage of the game, its length.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "chess/position.hpp"

namespace kibitz::puzzles {

// In the order of their names; docs/puzzles.md says what each means.
std::vector<std::string> themes_of(const Position& start, std::span<const Move> moves);

}  // namespace kibitz::puzzles
