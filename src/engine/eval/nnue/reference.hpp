// The network in plain C++, from the board alone: what every faster way has to agree with.
#pragma once

#include "chess/position.hpp"
#include "engine/eval/nnue/network.hpp"

namespace kibitz::nnue {

// In centipawns, for the side to move.
int evaluate_plainly(const Network& network, const Position& position);

}  // namespace kibitz::nnue
