#include "puzzles/rating.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace kibitz::puzzles {
namespace {

// The model has learned from players between these.
constexpr std::array asked_ratings{800, 1200, 1600, 2000, 2400};
// Log odds for a rating point where the model sees no difference: half as much as Elo's formula
// has.
constexpr double least_slope = 0.5 * 2.302585093 / 400;
constexpr double least_probability = 1e-6;

double log_odds(double probability) {
    const double p = std::clamp(probability, least_probability, 1 - least_probability);
    return std::log(p / (1 - p));
}

double probability_of(Move move, std::span<const players::MoveProbability> all) {
    const auto found = std::ranges::find(all, move, &players::MoveProbability::move);
    return found == all.end() ? 0 : found->probability;
}

void play(players::Scene& scene, Move move) {
    const players::Trace trace{.move = move, .captured = scene.position.captured_by(move)};
    scene.earlier_keys.push_back(scene.position.key());
    scene.position.play(move);
    scene.own = std::exchange(scene.last, trace);
}

double probability_of_all(players::Scene scene, std::span<const Move> moves, int rating,
                          const players::MoveModel& model, const CorePath& path) {
    const players::Mover mover{.rating = rating,
                               .system = players::RatingSystem::lichess,
                               .time_class = players::TimeClass::rapid};
    double product = 1;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        if (i % 2 == 0)
            product *=
                probability_of(moves[i], players::move_probabilities(model, scene, mover, path));
        play(scene, moves[i]);
    }
    return product;
}

}  // namespace

int rating_at_one_half(std::span<const int> ratings, std::span<const double> probabilities) {
    // A line through the log odds, by least squares: the probability of one half is where it is 0.
    const auto count = static_cast<double>(ratings.size());
    double mean_rating = 0, mean_odds = 0;
    for (std::size_t i = 0; i < ratings.size(); ++i) {
        mean_rating += ratings[i] / count;
        mean_odds += log_odds(probabilities[i]) / count;
    }
    double covariance = 0, variance = 0;
    for (std::size_t i = 0; i < ratings.size(); ++i) {
        const double distance = ratings[i] - mean_rating;
        covariance += distance * (log_odds(probabilities[i]) - mean_odds);
        variance += distance * distance;
    }
    const double slope = std::max(covariance / variance, least_slope);
    const double rating = mean_rating - mean_odds / slope;
    return static_cast<int>(std::lround(std::clamp<double>(rating, lowest_rating, highest_rating)));
}

int rating_of(const players::Scene& scene, std::span<const Move> moves,
              const players::MoveModel& model, const CorePath& path) {
    std::array<double, asked_ratings.size()> probabilities{};
    for (std::size_t i = 0; i < asked_ratings.size(); ++i)
        probabilities[i] = probability_of_all(scene, moves, asked_ratings[i], model, path);
    return rating_at_one_half(asked_ratings, probabilities);
}

}  // namespace kibitz::puzzles
