// Accumulator: the hidden units' sums of one view of a position, and the loops that change them.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "engine/eval/nnue/network.hpp"

namespace kibitz::nnue {

struct alignas(64) Accumulator {
    Network::HiddenRow sums;
};

// Inputs that a change of the board switches on or off.
class InputList {
   public:
    void push_back(int input) { inputs_[size_++] = static_cast<std::int16_t>(input); }
    [[nodiscard]] std::span<const std::int16_t> inputs() const { return {inputs_.data(), size_}; }

   private:
    std::array<std::int16_t, max_men> inputs_;
    std::size_t size_ = 0;
};

// to = from + the weights of `added` - those of `removed`. `to` and `from` may be the same.
void update(const Network& network, const Accumulator& from, const InputList& added,
            const InputList& removed, Accumulator& to);

// The network's output in centipawns for the side whose view is `own`.
int output(const Network& network, int bucket, const Accumulator& own, const Accumulator& their);

}  // namespace kibitz::nnue
