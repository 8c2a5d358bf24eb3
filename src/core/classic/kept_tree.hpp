// KeptTree: the tree of the position on the board, which is kept from one move to the next: what
// was thought about the move that was played is not thought again.
#pragma once

#include <cstdint>
#include <optional>

#include "chess/position.hpp"
#include "classic/settings.hpp"
#include "classic/tree.hpp"

namespace kibitz::players {

class KeptTree {
   public:
    // The tree of that position: the one that is there, the part of it below a move, or a new one.
    Tree& at(const Position& position, const RatingSettings& rating);
    void clear() { tree_.reset(); }
    // 0 if there is none.
    [[nodiscard]] std::uint64_t node_count() const { return tree_ ? tree_->node_count() : 0; }

   private:
    std::optional<Tree> tree_;
    RatingSettings rating_;  // of the tree
};

}  // namespace kibitz::players
