#include "statistics/glicko2.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace kibitz::statistics {

namespace {

// The paper's names and constants.
constexpr double scale = 173.7178;
constexpr double mean_rating = 1500;
constexpr double tau = 0.5;  // how much volatility may change
constexpr double precision = 1e-6;
constexpr double pi_squared = std::numbers::pi * std::numbers::pi;

double g(double phi) { return 1 / std::sqrt(1 + 3 * phi * phi / pi_squared); }

// Step 5: the new volatility, by the Illinois algorithm.
double new_volatility(double sigma, double delta, double phi, double v) {
    const double a = std::log(sigma * sigma);
    const auto f = [&](double x) {
        const double e = std::exp(x), sum = phi * phi + v + e;
        return e * (delta * delta - sum) / (2 * sum * sum) - (x - a) / (tau * tau);
    };
    double low = a, high = 0;
    if (delta * delta > phi * phi + v) {
        high = std::log(delta * delta - phi * phi - v);
    } else {
        int k = 1;
        while (f(a - k * tau) < 0) ++k;
        high = a - k * tau;
    }
    double f_low = f(low), f_high = f(high);
    while (std::abs(high - low) > precision) {
        const double middle = low + (low - high) * f_low / (f_high - f_low);
        const double f_middle = f(middle);
        if (f_middle * f_high <= 0) {
            low = high;
            f_low = f_high;
        } else {
            f_low /= 2;
        }
        high = middle;
        f_high = f_middle;
    }
    return std::exp(low / 2);
}

}  // namespace

Glicko2 rated(const Glicko2& player, std::span<const Glicko2Result> results) {
    if (results.empty()) return rested(player, 1);
    const double mu = (player.rating - mean_rating) / scale, phi = player.deviation / scale;
    double information = 0, surprise = 0;
    for (const Glicko2Result& result : results) {
        const double mu_j = (result.opponent.rating - mean_rating) / scale;
        const double weight = g(result.opponent.deviation / scale);
        const double expected = 1 / (1 + std::exp(-weight * (mu - mu_j)));
        information += weight * weight * expected * (1 - expected);
        surprise += weight * (result.score - expected);
    }
    const double v = 1 / information;
    const double sigma = new_volatility(player.volatility, v * surprise, phi, v);
    const double phi_star = std::sqrt(phi * phi + sigma * sigma);
    const double new_phi = 1 / std::sqrt(1 / (phi_star * phi_star) + information);
    return {mean_rating + scale * (mu + new_phi * new_phi * surprise),
            std::min(scale * new_phi, Glicko2{}.deviation), sigma};
}

Glicko2 rested(const Glicko2& player, double periods) {
    const double phi = player.deviation / scale;
    const double grown =
        scale * std::sqrt(phi * phi + periods * player.volatility * player.volatility);
    return {player.rating, std::min(grown, Glicko2{}.deviation), player.volatility};
}

}  // namespace kibitz::statistics
