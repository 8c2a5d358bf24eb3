#include "collection/tally.hpp"

#include <algorithm>
#include <cmath>

namespace kibitz::collection {

GameFacts facts_of(const GameHead& head, PgnResult result) {
    return {.result = result,
            .ratings = {head.rating(Color::white), head.rating(Color::black)},
            .date = head.date()};
}

void Tally::add(const GameFacts& game, Color side) {
    constexpr double half = 0.5;
    const int own = game.ratings[static_cast<std::size_t>(index(side))];
    const int other = game.ratings[static_cast<std::size_t>(index(~side))];
    ++games;
    last = std::max(last, game.date);
    if (own != 0) {
        rating_sum += static_cast<std::uint64_t>(own);
        ++rated;
    }
    if (game.result == PgnResult::unknown) return;
    const bool is_win = (game.result == PgnResult::white_wins) == (side == Color::white);
    const double points = game.result == PgnResult::draw ? half : (is_win ? 1 : 0);
    if (game.result == PgnResult::draw)
        ++draws;
    else
        ++(is_win ? wins : losses);
    if (other != 0) {
        opponent_sum += static_cast<std::uint64_t>(other);
        ++opponents;
        points_against_rated += points;
    }
}

void Tally::add(const Tally& other) {
    games += other.games;
    wins += other.wins;
    draws += other.draws;
    losses += other.losses;
    rating_sum += other.rating_sum;
    rated += other.rated;
    opponent_sum += other.opponent_sum;
    opponents += other.opponents;
    points_against_rated += other.points_against_rated;
    last = std::max(last, other.last);
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
