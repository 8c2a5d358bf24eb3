#include "statistics/bradley_terry.hpp"
#include "statistics/normal.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <numeric>

namespace kibitz::statistics {

namespace {

// Elo to the natural scale of the logistic function.
constexpr double elo_scale = std::numbers::ln10 / 400;

using Values = std::vector<double>;  // one of each player

double dot(const Values& a, const Values& b) {
    return std::transform_reduce(a.begin(), a.end(), b.begin(), 0.0);
}

double probability(double difference) { return 1 / (1 + std::exp(-difference)); }

// Minus the second derivatives of the likelihood's logarithm. Two players who never met have a
// zero there, so that only the meetings are kept.
struct Information {
    struct Meeting {
        std::size_t a, b;
        double information;
    };
    Values diagonal;
    std::vector<Meeting> meetings;

    [[nodiscard]] Values times(const Values& values) const {
        Values product(values.size());
        for (std::size_t i = 0; i < values.size(); ++i) product[i] = diagonal[i] * values[i];
        for (const auto& [a, b, information] : meetings) {
            product[a] -= information * values[b];
            product[b] -= information * values[a];
        }
        return product;
    }
    // What it has to be multiplied with to give `target`: conjugate gradients, with the diagonal
    // for a guess (Hestenes and Stiefel 1952; Golub and Van Loan, Matrix Computations, 11.5).
    [[nodiscard]] Values solve(const Values& target) const {
        constexpr double precision = 1e-12;
        constexpr std::size_t rounds_per_player = 4;  // one, were it not for rounding
        const auto guess = [this](Values values) {
            for (std::size_t i = 0; i < values.size(); ++i) values[i] /= diagonal[i];
            return values;
        };
        Values solution(target.size()), rest = target, direction = guess(rest);
        double size = dot(rest, direction);
        const double small = precision * precision * size;
        for (std::size_t round = 0; round < rounds_per_player * target.size(); ++round) {
            if (size <= small) break;
            const Values image = times(direction);
            const double step = size / dot(direction, image);
            for (std::size_t i = 0; i < solution.size(); ++i) {
                solution[i] += step * direction[i];
                rest[i] -= step * image[i];
            }
            const Values next = guess(rest);
            const double next_size = dot(rest, next);
            for (std::size_t i = 0; i < solution.size(); ++i)
                direction[i] = next[i] + next_size / size * direction[i];
            size = next_size;
        }
        return solution;
    }
    // Of each player's distance to the mean of all. The covariance is the inverse of this, and with
    // Cholesky's factor L the variance of a sum of ratings with weights w is |w / L|^2. As many
    // operations as the cube of the number of players.
    [[nodiscard]] Values variances() const {
        const std::size_t size = diagonal.size();
        const std::vector<Values> lower = factor();
        const auto solve_lower = [&](Values values, std::size_t first) {
            for (std::size_t i = first; i < size; ++i)
                values[i] = (values[i] - product(lower[i], values, first, i)) / lower[i][i];
            return values;
        };
        const Values mean = solve_lower(Values(size, 1 / static_cast<double>(size)), 0);
        Values variances(size);
        for (std::size_t player = 0; player < size; ++player) {
            Values weights(size);
            weights[player] = 1;
            weights = solve_lower(std::move(weights), player);
            for (std::size_t i = 0; i < size; ++i) weights[i] -= mean[i];
            variances[player] = dot(weights, weights);
        }
        return variances;
    }

   private:
    static double product(const Values& a, const Values& b, std::size_t from, std::size_t to) {
        double sum = 0;
        for (std::size_t k = from; k < to; ++k) sum += a[k] * b[k];
        return sum;
    }
    // By Cholesky, row by row.
    [[nodiscard]] std::vector<Values> factor() const {
        const std::size_t size = diagonal.size();
        std::vector<Values> lower(size);
        for (std::size_t i = 0; i < size; ++i) {
            lower[i].resize(i + 1);
            lower[i][i] = diagonal[i];
        }
        for (const auto& [a, b, information] : meetings)
            lower[std::max(a, b)][std::min(a, b)] -= information;
        for (std::size_t i = 0; i < size; ++i) {
            for (std::size_t j = 0; j < i; ++j)
                lower[i][j] = (lower[i][j] - product(lower[i], lower[j], 0, j)) / lower[j][j];
            lower[i][i] = std::sqrt(lower[i][i] - product(lower[i], lower[i], 0, i));
        }
        return lower;
    }
};

// The first player's.
double expected_share(const Values& rating, const PairingResult& result) {
    return probability(rating[static_cast<std::size_t>(result.first)] -
                       rating[static_cast<std::size_t>(result.second)] +
                       elo_scale * result.advantage);
}

struct Slope {
    Values gradient;
    Information information;
};

Slope slope_at(const Values& rating, std::span<const PairingResult> results, double prior_draws) {
    Slope slope{Values(rating.size()), {Values(rating.size()), {}}};
    Values& diagonal = slope.information.diagonal;
    slope.information.meetings.reserve(results.size());
    for (const PairingResult& result : results) {
        const auto a = static_cast<std::size_t>(result.first);
        const auto b = static_cast<std::size_t>(result.second);
        const double expected = expected_share(rating, result);
        const double residual = result.score - result.games * expected;
        slope.gradient[a] += residual;
        slope.gradient[b] -= residual;
        const double information = result.games * expected * (1 - expected);
        diagonal[a] += information;
        diagonal[b] += information;
        slope.information.meetings.push_back({a, b, information});
    }
    for (std::size_t i = 0; i < rating.size(); ++i) {
        const double expected = probability(rating[i]);
        slope.gradient[i] += prior_draws * (0.5 - expected);
        diagonal[i] += prior_draws * expected * (1 - expected);
    }
    return slope;
}

// How the results scatter, compared with games that can only be won or lost.
double dispersion(const Values& rating, std::span<const PairingResult> results) {
    double observed = 0, expected = 0;
    for (const PairingResult& result : results) {
        if (result.observed_variance <= 0) continue;
        const double score = expected_share(rating, result);
        observed += result.observed_variance;
        expected += result.games * score * (1 - score);
    }
    return expected > 0 ? observed / expected : 1;
}

// The most likely ratings, by Newton's method.
Values most_likely(std::size_t players, std::span<const PairingResult> results,
                   double prior_draws) {
    constexpr int most_steps = 100;
    constexpr double longest_step = 1;  // natural units, about 174 Elo: Newton must not overshoot
    constexpr double precision = 1e-9;
    Values rating(players);
    for (int step = 0; step < most_steps; ++step) {
        const Slope slope = slope_at(rating, results, prior_draws);
        const Values move = slope.information.solve(slope.gradient);
        double longest = 0;
        for (const double value : move) longest = std::max(longest, std::abs(value));
        const double shortened = longest > longest_step ? longest_step / longest : 1;
        for (std::size_t i = 0; i < players; ++i) rating[i] += shortened * move[i];
        if (longest < precision) break;
    }
    return rating;
}

// As if the strength of all opponents were known.
Values rough_variances(const Information& information) {
    Values variances;
    for (const double value : information.diagonal) variances.push_back(1 / value);
    return variances;
}

}  // namespace

std::vector<Rating> bradley_terry(int players, std::span<const PairingResult> results,
                                  double prior_draws) {
    const auto count = static_cast<std::size_t>(players);
    const Values rating = most_likely(count, results, prior_draws);
    double mean = 0;
    for (const double value : rating) mean += value / players;
    const double scatter = dispersion(rating, results);
    const Information information = slope_at(rating, results, prior_draws).information;
    const Values variance =
        count <= most_exact_players ? information.variances() : rough_variances(information);
    std::vector<Rating> ratings(count);
    for (std::size_t i = 0; i < count; ++i)
        ratings[i] = {(rating[i] - mean) / elo_scale,
                      two_sided_95 * std::sqrt(scatter * variance[i]) / elo_scale};
    return ratings;
}

}  // namespace kibitz::statistics
