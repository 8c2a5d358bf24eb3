#include "explain/standing.hpp"

#include <algorithm>
#include <array>

#include "engine/eval/blend.hpp"
#include "engine/eval/evaluate.hpp"

namespace kibitz::explain {
namespace {

// Enough moves for a plan to show, few enough for the engine to mean them.
constexpr std::size_t most_plies = 10;

using Shares = std::array<int, aspect_count>;

void add(Shares& shares, const EvalTrace& trace, Aspect aspect, TermGroup group, Color side) {
    const PackedScore score =
        trace.shares[static_cast<std::size_t>(group)][static_cast<std::size_t>(index(side))];
    shares[static_cast<std::size_t>(aspect)] +=
        blend(score.middlegame(), score.endgame(), trace.phase, full_scale);
}

Shares shares_of(const EvalTrace& trace, Color side) {
    Shares shares{};
    add(shares, trace, Aspect::king_safety, TermGroup::king_safety, side);
    add(shares, trace, Aspect::structure, TermGroup::pawns, side);
    add(shares, trace, Aspect::structure, TermGroup::passed_pawns, side);
    add(shares, trace, Aspect::activity, TermGroup::mobility, side);
    add(shares, trace, Aspect::activity, TermGroup::pieces, side);
    add(shares, trace, Aspect::activity, TermGroup::piece_squares, side);
    add(shares, trace, Aspect::space, TermGroup::space, side);
    return shares;
}

}  // namespace

std::vector<AspectLoss> compare_standing(const Position& start, std::span<const Move> better,
                                         std::span<const Move> worse) {
    const std::size_t plies = std::min({better.size(), worse.size(), most_plies});
    const Color us = start.side_to_move();
    const EvalTrace good = trace_evaluation(position_after(start, better.first(plies)));
    const EvalTrace bad = trace_evaluation(position_after(start, worse.first(plies)));
    const Shares own_good = shares_of(good, us), own_bad = shares_of(bad, us);
    const Shares their_good = shares_of(good, ~us), their_bad = shares_of(bad, ~us);
    std::vector<AspectLoss> losses;
    for (std::size_t i = 0; i < aspect_count; ++i)
        losses.push_back({.aspect = static_cast<Aspect>(i),
                          .own = own_good[i] - own_bad[i],
                          .theirs = their_bad[i] - their_good[i]});
    return losses;
}

}  // namespace kibitz::explain
