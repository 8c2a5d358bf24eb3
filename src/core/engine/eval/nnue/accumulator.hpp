// The sums in front of the hidden units of one view of a position, and the loop that changes them.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "engine/eval/nnue/network.hpp"

namespace kibitz::nnue {

// Inputs that a change of the board switches on or off.
class InputList {
   public:
    void push_back(int input) { inputs_[size_++] = static_cast<std::int16_t>(input); }
    [[nodiscard]] std::span<const std::int16_t> inputs() const { return {inputs_.data(), size_}; }

   private:
    std::array<std::int16_t, max_pieces> inputs_;
    std::size_t size_ = 0;
};

// to = from + the weights of `added` - those of `removed`: rows of the network's hidden units that
// start at multiples of a cache line. `to` and `from` may be the same.
void update(const Network& network, const std::int16_t* from, const InputList& added,
            const InputList& removed, std::int16_t* to);

}  // namespace kibitz::nnue
