// The network behind the hidden units.
#pragma once

#include <cstdint>

#include "engine/eval/nnue/network.hpp"

namespace kibitz::nnue {

// The network's output in centipawns for the side whose sums are `own`. Both are rows that start
// at multiples of a cache line.
int output(const Network& network, int bucket, const std::int16_t* own, const std::int16_t* their);

}  // namespace kibitz::nnue
