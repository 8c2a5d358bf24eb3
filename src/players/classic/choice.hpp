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

// The least rating that can be chosen beside the best one, both as the mover sees them: `share` of
// the best rating below it, or of a pawn where the best is nearer to 0. From 1 on, any.
double least_choosable(double best, double share);

// Draws from the moves that checkmate or, without one, from those whose adjusted rating can be
// chosen beside the best. The moves must not be empty; the same random number gives the same move.
const RatedMove& choose(std::span<const RatedMove> moves, Color side, double share,
                        std::uint64_t random);

}  // namespace kibitz::players
