#include "players/classic/choice.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace kibitz::players {

namespace {

std::vector<const RatedMove*> checkmates(std::span<const RatedMove> moves) {
    std::vector<const RatedMove*> found;
    for (const RatedMove& move : moves)
        if (move.checkmates) found.push_back(&move);
    return found;
}

std::vector<const RatedMove*> near_best(std::span<const RatedMove> moves, Color side,
                                        double share) {
    const double sign = side == Color::white ? 1 : -1;
    double best = sign * moves.front().adjusted;
    for (const RatedMove& move : moves) best = std::max(best, sign * move.adjusted);
    const double enough = least_choosable(best, share);
    std::vector<const RatedMove*> found;
    for (const RatedMove& move : moves)
        if (sign * move.adjusted >= enough) found.push_back(&move);
    return found;
}

}  // namespace

double least_choosable(double best, double share) {
    // Else there would be nothing to choose from while the sides are level.
    constexpr double pawn = 1;
    if (share >= 1) return -std::numeric_limits<double>::infinity();
    return best - share * std::max(pawn, std::abs(best));
}

const RatedMove& choose(std::span<const RatedMove> moves, Color side, double share,
                        std::uint64_t random) {
    auto candidates = checkmates(moves);
    if (candidates.empty()) candidates = near_best(moves, side, share);
    return *candidates[static_cast<std::size_t>(random % candidates.size())];
}

}  // namespace kibitz::players
