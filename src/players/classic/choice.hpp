// The classic player's last step: one move out of the rated ones.
#pragma once

#include <cstdint>
#include <span>

#include "chess/color.hpp"
#include "chess/move.hpp"

namespace kibitz::players {

struct RatedMove {
    Move move{};
    double rating = 0;    // of the position after it
    double adjusted = 0;  // with the best play that follows
    bool checkmates = false;
};

// Draws from the moves that checkmate or, without one, from those whose adjusted rating is within
// `share` of the best: best - share x |best| or more for White, mirrored for Black. The moves must
// not be empty; the same random number gives the same move.
const RatedMove& choose(std::span<const RatedMove> moves, Color side, double share,
                        std::uint64_t random);

}  // namespace kibitz::players
