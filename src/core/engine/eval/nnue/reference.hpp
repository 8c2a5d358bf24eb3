// The network in plain C++, from its inputs alone: what every faster way has to agree with.
#pragma once

#include <span>

#include "chess/position.hpp"
#include "engine/eval/nnue/network.hpp"

namespace kibitz::nnue {

// The network's output for the inputs of both views, in units of 1 / value_one.
std::int64_t output_value_plainly(const Network& network, std::span<const int> own_inputs,
                                  std::span<const int> their_inputs);

// The result is in centipawns, for the side to move.
int evaluate_plainly(const Network& network, const Position& position);

}  // namespace kibitz::nnue
