#include "collection/move_tree.hpp"

#include <algorithm>

namespace kibitz::collection {

void MoveTree::add(const FoundGame& game) {
    const PgnResult result = result_of(game);
    const bool is_swapped = game.matcher.is_swapped();
    const Color side = is_swapped ? ~position_.side_to_move() : position_.side_to_move();
    CountedReply counted{.reply = game.matcher.reply(), .tally = {}};
    counted.tally.add(game.head, result, side);
    add(counted);
}

void MoveTree::add(const CountedReply& games) {
    total_.add(games.tally);
    if (!games.reply) return;
    auto branch = std::ranges::find(branches_, *games.reply, &Branch::move);
    if (branch == branches_.end())
        branch = branches_.insert(branch, {.move = *games.reply, .tally = {}});
    branch->tally.add(games.tally);
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
