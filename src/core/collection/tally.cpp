#include "collection/tally.hpp"

#include <algorithm>
#include <cmath>

namespace kibitz::collection {

void Tally::add(const GameHead& head, PgnResult result, Color side) {
    constexpr double half = 0.5;
    ++games;
    last = std::max(last, head.date());
    if (const int rating = head.rating(side); rating != 0) {
        rating_sum += static_cast<std::uint64_t>(rating);
        ++rated;
    }
    if (result == PgnResult::unknown) return;
    const bool is_win = (result == PgnResult::white_wins) == (side == Color::white);
    const double points = result == PgnResult::draw ? half : (is_win ? 1 : 0);
    if (result == PgnResult::draw)
        ++draws;
    else
        ++(is_win ? wins : losses);
    if (const int rating = head.rating(~side); rating != 0) {
        opponent_sum += static_cast<std::uint64_t>(rating);
        ++opponents;
        points_against_rated += points;
    }
}

std::optional<double> Tally::score() const {
    const std::uint64_t finished = wins + draws + losses;
    if (finished == 0) return std::nullopt;
    constexpr double half = 0.5;
    return (static_cast<double>(wins) + half * static_cast<double>(draws)) /
           static_cast<double>(finished);
}

std::optional<int> Tally::mean_rating() const {
    if (rated == 0) return std::nullopt;
    return static_cast<int>(rating_sum / rated);
}

std::optional<int> Tally::performance() const {
    constexpr double points_of_factor_ten = 400, most = 800;
    if (opponents == 0) return std::nullopt;
    const double mean = static_cast<double>(opponent_sum) / static_cast<double>(opponents);
    const double score = points_against_rated / static_cast<double>(opponents);
    // Infinite at 0 and 1, which the limits take care of.
    const double above = points_of_factor_ten * std::log10(score / (1 - score));
    return static_cast<int>(std::lround(mean + std::clamp(above, -most, most)));
}

}  // namespace kibitz::collection
