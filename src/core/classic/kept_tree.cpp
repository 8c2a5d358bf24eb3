#include "classic/kept_tree.hpp"

#include "classic/rating.hpp"

namespace kibitz::players {

Tree& KeptTree::at(const Position& position, const RatingSettings& rating) {
    const bool is_kept = tree_ && rating_ == rating &&
                         (tree_->root().key() == position.key() || tree_->move_root(position));
    if (!is_kept) {
        rating_ = rating;
        tree_.emplace(position, [rating](const Position& seen) { return rate(seen, rating); });
    }
    return *tree_;
}

}  // namespace kibitz::players
