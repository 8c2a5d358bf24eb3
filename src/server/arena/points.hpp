// What a game is worth to a side.
#pragma once

#include <optional>

#include "games/rules.hpp"

namespace kibitz::arena {

// 2 for a win, 1 for a draw (nobody has won), 0 for a loss.
constexpr int half_points(const std::optional<games::Side>& winner, games::Side side) {
    if (!winner) return 1;
    return *winner == side ? 2 : 0;
}

}  // namespace kibitz::arena
