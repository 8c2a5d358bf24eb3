#include "explain/closer_looks.hpp"

#include <algorithm>

#include "explain/accuracy.hpp"

namespace kibitz::explain {

std::uint64_t CloserLooks::nodes_for(double win_loss, std::size_t looks, std::size_t passed) {
    if (looks == 0 || win_loss < worth_a_closer_look) return 0;
    const bool is_serious = mark_for_loss(win_loss) >= MoveMark::mistake;
    const std::uint64_t brought =
        nodes_closer_on_average * (is_serious ? positions_ : std::min(passed, positions_));
    const std::uint64_t left = brought > taken_ ? brought - taken_ : 0;
    const std::uint64_t nodes = std::min(most_nodes_closer, left / looks);
    // As long as the first look, it would hardly see more.
    if (nodes < nodes_at_first) return 0;
    taken_ += looks * nodes;
    return nodes;
}

}  // namespace kibitz::explain
