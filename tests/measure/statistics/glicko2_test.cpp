#include "statistics/glicko2.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <tuple>
#include <vector>

#include "support/test.hpp"

using namespace kibitz::statistics;

TEST_CASE("the example of the paper") {
    const Glicko2 player{1500, 200, 0.06};
    const std::vector<Glicko2Result> results{
        {{1400, 30, 0.06}, 1}, {{1550, 100, 0.06}, 0}, {{1700, 300, 0.06}, 0}};
    const Glicko2 after = rated(player, results);
    CHECK(std::abs(after.rating - 1464.06) < 0.01);
    CHECK(std::abs(after.deviation - 151.52) < 0.01);
    CHECK(std::abs(after.volatility - 0.05999) < 0.00001);
}

TEST_CASE("no games make a rating less sure, but never less than a newcomer's") {
    const Glicko2 player{1700, 60, 0.06};
    CHECK(rated(player, {}) == rested(player, 1));
    CHECK(rested(player, 1).deviation > 60);
    CHECK(rested(player, 0).deviation == doctest::Approx(60));
    CHECK(rested(player, 1e9).deviation == 350);
    CHECK(rested(player, 5).rating == 1700);
}

TEST_CASE("a win is good for the one as it is bad for the other, and surprises count more") {
    const Glicko2 even, strong{2000, 50, 0.06}, weak{1400, 50, 0.06};
    const auto against = [](const Glicko2& player, const Glicko2& opponent, double score) {
        const Glicko2Result result{opponent, score};
        return rated(player, std::span(&result, 1)).rating - player.rating;
    };
    CHECK(against(even, even, 1) == doctest::Approx(-against(even, even, 0)));
    CHECK(std::abs(against(even, even, 0.5)) < 1e-9);
    CHECK(against(even, strong, 1) > against(even, weak, 1));
    CHECK(against(even, weak, 0) < against(even, strong, 0));
    // A volatile outcome raises volatility.
    const std::vector<Glicko2Result> upsets(5, {strong, 1});
    CHECK(rated({1400, 50, 0.06}, upsets).volatility > 0.06);
}

namespace {

// The paper's steps, with the volatility found by halving.
Glicko2 plainly_rated(const Glicko2& player, const std::vector<Glicko2Result>& results) {
    constexpr double scale = 173.7178, pi = std::numbers::pi, tau = 0.5;
    const double mu = (player.rating - 1500) / scale, phi = player.deviation / scale;
    double inverse_v = 0, sum = 0;
    for (const auto& [opponent, score] : results) {
        const double phi_j = opponent.deviation / scale;
        const double g = 1 / std::sqrt(1 + 3 * phi_j * phi_j / (pi * pi));
        const double e = 1 / (1 + std::exp(-g * (mu - (opponent.rating - 1500) / scale)));
        inverse_v += g * g * e * (1 - e);
        sum += g * (score - e);
    }
    const double v = 1 / inverse_v, delta = v * sum;
    const double a = std::log(player.volatility * player.volatility);
    // The paper's interval, in which the root is.
    const double surplus = delta * delta - phi * phi - v;
    double low = a - 20, high = a;
    if (surplus > 0) std::tie(low, high) = std::pair(std::minmax(a, std::log(surplus)));
    for (int i = 0; i < 200; ++i) {
        const double x = (low + high) / 2, e = std::exp(x), all = phi * phi + v + e;
        const double f = e * (delta * delta - all) / (2 * all * all) - (x - a) / (tau * tau);
        (f > 0 ? low : high) = x;
    }
    const double volatility = std::exp(low / 2);
    const double before = std::sqrt(phi * phi + volatility * volatility);
    const double after = 1 / std::sqrt(1 / (before * before) + inverse_v);
    return {1500 + scale * (mu + after * after * sum), std::min(350.0, scale * after), volatility};
}

}  // namespace

TEST_CASE("ratings after any results are those of the paper's steps") {
    const std::vector<std::vector<Glicko2Result>> periods{
        {{{1500, 350, 0.06}, 1}},
        {{{1900, 40, 0.06}, 1}},                         // a surprise
        {{{2300, 30, 0.06}, 1}, {{2300, 30, 0.06}, 1}},  // more than chance allows
        {{{1500, 50, 0.06}, 0.5}},
        {{{1100, 90, 0.09}, 0}, {{1480, 200, 0.05}, 0.5}, {{1700, 60, 0.06}, 1}}};
    for (const Glicko2& player :
         {Glicko2{}, Glicko2{1500, 60, 0.06}, Glicko2{1700, 30, 0.2}, Glicko2{2100, 350, 0.9}})
        for (const auto& results : periods) {
            CAPTURE(player.rating);
            CAPTURE(results.front().opponent.rating);
            const Glicko2 after = rated(player, results), plain = plainly_rated(player, results);
            CHECK(after.rating == doctest::Approx(plain.rating).epsilon(1e-5));
            CHECK(after.deviation == doctest::Approx(plain.deviation).epsilon(1e-5));
            CHECK(after.volatility == doctest::Approx(plain.volatility).epsilon(1e-4));
        }
}

TEST_CASE("without games the deviation grows by the volatility of the time that passed") {
    const Glicko2 rested_player = rested({1700, 60, 0.06}, 2.5);
    CHECK(rested_player.deviation ==
          doctest::Approx(std::sqrt(60 * 60 + 2.5 * std::pow(0.06 * 173.7178, 2))));
    CHECK(rested_player.volatility == 0.06);
    // The deviation of somebody as erratic as nobody stays that of a newcomer after games, too.
    const Glicko2Result result{{1500, 350, 0.06}, 0.5};
    CHECK(rated({1500, 350, 3.0}, std::span(&result, 1)).deviation == 350);
}
