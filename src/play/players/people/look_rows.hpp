// What a short look shows of each move, as rows of a table of weights of the move model.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "players/people/model_shape.hpp"
#include "players/people/quick_look.hpp"

namespace kibitz::players {

// Of a move: how much worse its outcome is than the best one's; its outcome; its threat or check;
// how much worse the position after it stands than after the best in this, with mates, stalemate
// and repetition. Each is the row of a bin, those of a group after those of the group before.
using LookRows = std::array<std::uint16_t, model_shape::looks>;

std::vector<LookRows> look_rows(std::span<const LookedAt> looks);

}  // namespace kibitz::players
