// The two scales of scores: the engine's centipawns, and the units of the chain format, in which
// White's expected result is about 1 / (1 + exp(-score / 400)).
#pragma once

#include <algorithm>
#include <cmath>

#include "chess/color.hpp"
#include "engine/score.hpp"
#include "train/chain.hpp"

namespace kibitz::train {

// Units that are worth one of the engine's centipawns. The hand-crafted evaluation is tuned to the
// data with the first (tune_eval), a network is exported with the second.
constexpr double hand_crafted_units_per_centipawn = 2.5;
constexpr double network_units_per_centipawn = 3.5;

constexpr double units_per_centipawn(bool has_network) {
    return has_network ? network_units_per_centipawn : hand_crafted_units_per_centipawn;
}

// A search's score for `side` as a chain holds it: White's point of view, sure results as mates.
inline ChainScore to_chain_score(Score score, Color side, double units) {
    const int sign = side == Color::white ? 1 : -1;
    if (is_decisive(score))
        return static_cast<ChainScore>(is_win(score) ? sign * mate_score : -sign * mate_score);
    const int value = static_cast<int>(std::lround(raw(score) * units));
    return static_cast<ChainScore>(sign *
                                   std::clamp<int>(value, -max_plain_score, max_plain_score));
}

}  // namespace kibitz::train
