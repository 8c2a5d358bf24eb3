// Compares how two lines leave a side, by the terms of the hand-crafted evaluation.
#pragma once

#include "explain/explanation.hpp"

namespace kibitz::explain {

// What an aspect loses for `us` where the worse line is played instead of the better one.
struct AspectLoss {
    Aspect aspect{};
    int own = 0;     // what `us` has less
    int theirs = 0;  // what the other side has more

    [[nodiscard]] int total() const { return own + theirs; }
};

// The aspects in their order. Both lines begin in the same position and are compared after the same
// number of moves, as far as they go.
std::vector<AspectLoss> compare_standing(const Position& start, std::span<const Move> better,
                                         std::span<const Move> worse);

}  // namespace kibitz::explain
