#include "collection/move_tree.hpp"

#include <algorithm>

namespace kibitz::collection {

void MoveTree::add(const FoundGame& game) {
    const PgnResult result = result_of(game);
    const bool is_swapped = game.matcher.is_swapped();
    const Color side = is_swapped ? ~position_.side_to_move() : position_.side_to_move();
    total_.add(game.head, result, side);
    const auto reply = game.matcher.reply();
    if (!reply) return;
    auto branch = std::ranges::find(branches_, *reply, &Branch::move);
    if (branch == branches_.end()) branch = branches_.insert(branch, {.move = *reply, .tally = {}});
    branch->tally.add(game.head, result, side);
}

std::vector<MoveTree::Branch> MoveTree::branches() const {
    std::vector<Branch> sorted = branches_;
    std::ranges::sort(sorted, [](const Branch& a, const Branch& b) {
        return a.tally.games != b.tally.games ? a.tally.games > b.tally.games
                                              : a.move.bits() < b.move.bits();
    });
    return sorted;
}

}  // namespace kibitz::collection
