#include "tournament/bradley_terry.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace kibitz::tournament {

namespace {

constexpr double two_sided_95 = 1.959963984540054;
// Elo to the natural scale of the logistic function.
constexpr double elo_scale = std::numbers::ln10 / 400;

class Matrix {
   public:
    explicit Matrix(std::size_t size) : size_(size), values_(size * size) {}
    double& at(std::size_t row, std::size_t column) { return values_[row * size_ + column]; }

    // The inverse of a symmetric positive definite matrix, by Gauss and Jordan without pivots.
    [[nodiscard]] Matrix inverse() const {
        Matrix work = *this, result(size_);
        for (std::size_t i = 0; i < size_; ++i) result.at(i, i) = 1;
        for (std::size_t pivot = 0; pivot < size_; ++pivot) {
            const double scale = 1 / work.at(pivot, pivot);
            for (std::size_t column = 0; column < size_; ++column) {
                work.at(pivot, column) *= scale;
                result.at(pivot, column) *= scale;
            }
            for (std::size_t row = 0; row < size_; ++row) {
                if (row == pivot) continue;
                const double factor = work.at(row, pivot);
                for (std::size_t column = 0; column < size_; ++column) {
                    work.at(row, column) -= factor * work.at(pivot, column);
                    result.at(row, column) -= factor * result.at(pivot, column);
                }
            }
        }
        return result;
    }

   private:
    std::size_t size_;
    std::vector<double> values_;
};

struct Slope {
    std::vector<double> gradient;
    Matrix information;  // minus the second derivatives
};

Slope slope_at(const std::vector<double>& rating, std::span<const PairingResult> results,
               double prior_draws) {
    const std::size_t players = rating.size();
    Slope slope{std::vector<double>(players), Matrix(players)};
    const auto probability = [](double difference) { return 1 / (1 + std::exp(-difference)); };
    for (const PairingResult& result : results) {
        const auto a = static_cast<std::size_t>(result.first);
        const auto b = static_cast<std::size_t>(result.second);
        const double expected = probability(rating[a] - rating[b]);
        const double residual = result.score - result.games * expected;
        slope.gradient[a] += residual;
        slope.gradient[b] -= residual;
        const double information = result.games * expected * (1 - expected);
        slope.information.at(a, a) += information;
        slope.information.at(b, b) += information;
        slope.information.at(a, b) -= information;
        slope.information.at(b, a) -= information;
    }
    for (std::size_t i = 0; i < players; ++i) {
        const double expected = probability(rating[i]);
        slope.gradient[i] += prior_draws * (0.5 - expected);
        slope.information.at(i, i) += prior_draws * expected * (1 - expected);
    }
    return slope;
}

// How the results scatter, compared with games that can only be won or lost.
double dispersion(const std::vector<double>& rating, std::span<const PairingResult> results) {
    double observed = 0, expected = 0;
    for (const PairingResult& result : results) {
        if (result.observed_variance <= 0) continue;
        const double score = 1 / (1 + std::exp(rating[static_cast<std::size_t>(result.second)] -
                                               rating[static_cast<std::size_t>(result.first)]));
        observed += result.observed_variance;
        expected += result.games * score * (1 - score);
    }
    return expected > 0 ? observed / expected : 1;
}

}  // namespace

std::vector<Rating> bradley_terry(int players, std::span<const PairingResult> results,
                                  double prior_draws) {
    constexpr int most_steps = 100;
    constexpr double longest_step = 1;  // natural units, about 174 Elo: Newton must not overshoot
    constexpr double precision = 1e-9;
    const auto count = static_cast<std::size_t>(players);
    std::vector<double> rating(count);
    for (int step = 0; step < most_steps; ++step) {
        const Slope slope = slope_at(rating, results, prior_draws);
        Matrix inverse = slope.information.inverse();
        double longest = 0;
        std::vector<double> move(count);
        for (std::size_t i = 0; i < count; ++i) {
            for (std::size_t j = 0; j < count; ++j) move[i] += inverse.at(i, j) * slope.gradient[j];
            longest = std::max(longest, std::abs(move[i]));
        }
        const double shortened = longest > longest_step ? longest_step / longest : 1;
        for (std::size_t i = 0; i < count; ++i) rating[i] += shortened * move[i];
        if (longest < precision) break;
    }
    double mean = 0;
    for (const double value : rating) mean += value / players;

    // The error of a player's distance to the mean of all: its row of the covariance, centred.
    Matrix covariance = slope_at(rating, results, prior_draws).information.inverse();
    const double scatter = dispersion(rating, results);
    double all = 0;
    std::vector<double> row(count);
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t j = 0; j < count; ++j) {
            row[i] += covariance.at(i, j) / players;
            all += covariance.at(i, j) / players / players;
        }
    std::vector<Rating> ratings(count);
    for (std::size_t i = 0; i < count; ++i) {
        const double variance = scatter * std::max(0.0, covariance.at(i, i) - 2 * row[i] + all);
        ratings[i] = {(rating[i] - mean) / elo_scale,
                      two_sided_95 * std::sqrt(variance) / elo_scale};
    }
    return ratings;
}

}  // namespace kibitz::tournament
