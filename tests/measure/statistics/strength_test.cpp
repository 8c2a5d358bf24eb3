// Strength from results, against published numbers.
#include "statistics/strength.hpp"

#include <cmath>

#include "support/test.hpp"

using namespace kibitz::statistics;

namespace {

bool near(double value, double expected, double tolerance) {
    return std::abs(value - expected) <= tolerance;
}

}  // namespace

TEST_CASE("the normal distribution") {
    CHECK(near(normal_cdf(0), 0.5, 1e-12));
    CHECK(near(normal_cdf(1.959963984540054), 0.975, 1e-12));
}

TEST_CASE("Elo and expected score") {
    CHECK(near(expected_score(0), 0.5, 1e-12));
    CHECK(near(expected_score(400), 10.0 / 11, 1e-12));
    CHECK(near(elo_of_score(0.75), 190.8485, 1e-4));
    CHECK(elo_of_score(0) == -elo_of_score(1));
}

TEST_CASE("pairs: a test of montytest.muzhen.org") {
    // /tests/stats/69d3c8dc7c5b3724e29d2712
    const Sample sample = sample_of(PairCounts{{13, 37, 50, 25, 3}});
    const auto [mean, variance] = moments(sample);
    CHECK(near(mean, 0.43750, 5e-6));
    CHECK(near(variance, 0.05762, 5e-6));
    const auto result = strength(sample).value();
    CHECK(near(result.normalized_elo.value, -63.97, 0.005));
    CHECK(near(elo_of_score(mean), -43.6578, 5e-5));
    CHECK(near(result.elo.value, -43.6578, 5e-5));
}

TEST_CASE("pairs: numbers that other runners show") {
    const auto result = strength(sample_of(PairCounts{{34, 54, 63, 64, 75}})).value();
    CHECK(near(result.normalized_elo.value, 57.94, 0.005));
    CHECK(near(result.normalized_elo.margin(), 28.28, 0.005));
    CHECK(near(result.elo.value, 55.58, 0.005));
    CHECK(near(result.elo.margin(), 27.65, 0.005));
    const auto even = strength(sample_of(PairCounts{{332, 433, 498, 333, 334}})).value();
    CHECK(near(even.normalized_elo.value, -9.17, 0.005));
    CHECK(near(even.normalized_elo.margin(), 10.96, 0.005));
    CHECK(near(even.elo.value, -8.64, 0.005));
    CHECK(near(even.elo.margin(), 10.33, 0.005));
    CHECK(near(even.superiority, 0.0505, 5e-5));
}

TEST_CASE("single games: numbers that other runners show") {
    const auto result =
        strength(sample_of(WinDrawLoss{.wins = 136, .draws = 111, .losses = 96})).value();
    CHECK(near(result.normalized_elo.value, 49.77, 0.005));
    CHECK(near(result.normalized_elo.margin(), 36.77, 0.005));
    CHECK(near(result.elo.value, 40.70, 0.005));
    CHECK(near(result.elo.margin(), 30.43, 0.005));
    CHECK(near(result.superiority, 0.9960, 5e-5));
    const auto weaker =
        strength(sample_of(WinDrawLoss{.wins = 76, .draws = 123, .losses = 89})).value();
    CHECK(near(weaker.normalized_elo.value, -20.76, 0.005));
    CHECK(near(weaker.superiority, 0.1553, 5e-5));
}

TEST_CASE("samples that say little") {
    CHECK(!strength(sample_of(PairCounts{})).has_value());
    const auto all_drawn = strength(sample_of(PairCounts{{0, 0, 7, 0, 0}})).value();
    CHECK(all_drawn.elo.value == 0);
    CHECK(all_drawn.normalized_elo.value == 0);
    CHECK(all_drawn.superiority == 0.5);
    const auto all_won =
        strength(sample_of(WinDrawLoss{.wins = 3, .draws = 0, .losses = 0})).value();
    CHECK(std::isinf(all_won.elo.value));
    CHECK(all_won.superiority == 1);
    CHECK(pair_ratio(PairCounts{{1, 2, 5, 4, 2}}) == 2);
    CHECK(draw_ratio(PairCounts{{1, 2, 5, 1, 1}}) == 0.5);
}
