#include "classic/choice.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace kibitz::players {

double least_choosable(double best, Band band) {
    // Else there would be nothing to choose from while the sides are level.
    constexpr double pawn = 1;
    if (band.share >= 1) return -std::numeric_limits<double>::infinity();
    return best - std::max(band.share * std::max(pawn, std::abs(best)), band.margin);
}

std::vector<bool> choosable(std::span<const RatedMove> moves, Color side, Band band) {
    const double sign = side == Color::white ? 1 : -1;
    const bool has_mate = std::ranges::any_of(moves, &RatedMove::checkmates);
    double best = -std::numeric_limits<double>::infinity();
    for (const RatedMove& move : moves) best = std::max(best, sign * move.adjusted);
    const double enough = least_choosable(best, band);
    std::vector<bool> result;
    for (const RatedMove& move : moves)
        result.push_back(has_mate ? move.checkmates : sign * move.adjusted >= enough);
    return result;
}

std::vector<Candidate> best_first(std::span<const RatedMove> moves, Color side, Band band) {
    const double sign = side == Color::white ? 1 : -1;
    const std::vector<bool> can_be = choosable(moves, side, band);
    std::vector<Candidate> result;
    for (std::size_t i = 0; i < moves.size(); ++i) result.push_back({moves[i], can_be[i]});
    std::ranges::sort(result, [sign](const Candidate& a, const Candidate& b) {
        const double first = sign * a.move.adjusted, second = sign * b.move.adjusted;
        return first != second ? first > second : a.move.move.bits() < b.move.move.bits();
    });
    return result;
}

const RatedMove& choose(std::span<const RatedMove> moves, Color side, Band band,
                        std::uint64_t random) {
    const std::vector<bool> can_be = choosable(moves, side, band);
    std::vector<const RatedMove*> candidates;
    for (std::size_t i = 0; i < moves.size(); ++i)
        if (can_be[i]) candidates.push_back(&moves[i]);
    return *candidates[static_cast<std::size_t>(random % candidates.size())];
}

}  // namespace kibitz::players
