// Mates that have names.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "chess/position.hpp"

namespace kibitz::explain {

inline constexpr std::array<std::string_view, 7> mate_pattern_names = {
    "smothered-mate", "arabian-mate", "anastasias-mate",   "dovetail-mate",
    "hook-mate",      "bodens-mate",  "double-bishop-mate"};

// Those of a position in which the side to move is mated; usually none.
std::vector<std::string> mate_patterns_of(const Position& mated);

}  // namespace kibitz::explain
