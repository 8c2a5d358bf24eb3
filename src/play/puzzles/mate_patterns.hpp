// Mates that have names.
#pragma once

#include <string>
#include <vector>

#include "chess/position.hpp"

namespace kibitz::puzzles {

// The themes of a position in which the side to move is mated: smothered-mate, arabian-mate,
// anastasias-mate, dovetail-mate, hook-mate, bodens-mate or double-bishop-mate; usually none.
std::vector<std::string> mate_patterns_of(const Position& mated);

}  // namespace kibitz::puzzles
