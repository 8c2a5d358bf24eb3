// The classic player's last step: one move out of the rated ones.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "chess/color.hpp"
#include "chess/move.hpp"
#include "classic/settings.hpp"

namespace kibitz::players {

struct RatedMove {
    Move move{};
    double rating = 0;    // of the position after it
    double adjusted = 0;  // with the best play that follows
    bool checkmates = false;
};

// The least rating that can be chosen beside the best one, both as the mover sees them. With a
// share of 1, any move can be chosen.
double least_choosable(double best, Band band);

// Says of each move whether it can be chosen: those that checkmate or, without one, those whose
// adjusted rating is near enough to the best.
std::vector<bool> choosable(std::span<const RatedMove> moves, Color side, Band band);

struct Candidate {
    RatedMove move;
    bool can_be_chosen = false;
};
// The moves with what choosable() says, the mover's best first.
std::vector<Candidate> best_first(std::span<const RatedMove> moves, Color side, Band band);

// Draws from those that can be chosen. The moves must not be empty; the same random number gives
// the same move.
const RatedMove& choose(std::span<const RatedMove> moves, Color side, Band band,
                        std::uint64_t random);

}  // namespace kibitz::players
