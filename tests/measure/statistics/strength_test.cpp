// Strength from results, against published numbers.
#include "statistics/strength.hpp"

#include <cmath>
#include <limits>

#include "support/test.hpp"

using namespace kibitz::statistics;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

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
    for (const double none : {0.0, -0.1}) CHECK(elo_of_score(none) == -infinity);
    for (const double all : {1.0, 1.1}) CHECK(elo_of_score(all) == infinity);
    CHECK(near(elo_of_score(0.25), -190.8485, 1e-4));
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

TEST_CASE("samples without variance are certain, on either side") {
    struct Case {
        PairCounts pairs;
        double elo, normalized, superiority;
    };
    for (const auto& [pairs, elo, normalized, superiority] :
         {Case{{{0, 0, 0, 0, 4}}, infinity, infinity, 1},
          Case{{{4, 0, 0, 0, 0}}, -infinity, -infinity, 0},
          Case{{{0, 0, 0, 4, 0}}, elo_of_score(0.75), infinity, 1},
          Case{{{0, 4, 0, 0, 0}}, elo_of_score(0.25), -infinity, 0},
          Case{{{0, 0, 4, 0, 0}}, 0, 0, 0.5}}) {
        const Strength result = strength(sample_of(pairs)).value();
        CHECK(result.elo.value == elo);
        CHECK(result.elo.low == elo);
        CHECK(result.elo.high == elo);
        CHECK(result.normalized_elo.value == normalized);
        CHECK(result.superiority == superiority);
    }
}

TEST_CASE("the interval of normalised Elo has the width of that many games") {
    // Two deviations for each side, of 347.4 Elo each, over the square root of the games.
    for (const auto& [sample, games] :
         {std::pair{sample_of(PairCounts{{1, 5, 9, 6, 4}}), 50.0},
          std::pair{sample_of(WinDrawLoss{.wins = 9, .draws = 8, .losses = 8}), 25.0}}) {
        const Estimate normalized = strength(sample).value().normalized_elo;
        const double margin = 1.959964 * normalized_elo_per_sigma / std::sqrt(games);
        CHECK(near(normalized.high - normalized.value, margin, 1e-3));
        CHECK(near(normalized.value - normalized.low, margin, 1e-3));
    }
    CHECK(near(normalized_elo_per_sigma, 800 / std::log(10), 1e-9));
}

TEST_CASE("counts: what a game or a pair adds, and which of them make the sample") {
    Tally tally;
    CHECK(!strength(sample_of(tally)));
    for (const int half_points : {2, 2, 2, 1, 1, 0}) tally.games.add(half_points);
    CHECK(tally.games == WinDrawLoss{.wins = 3, .draws = 2, .losses = 1});
    CHECK(tally.games.games() == 6);
    const Sample games = sample_of(tally);
    CHECK(games.cells == 3);
    CHECK(games.games_per_unit == 1);
    CHECK(games.units() == 6);
    CHECK(near(moments(games).mean, 4.0 / 6, 1e-12));
    CHECK(games.score_of(0) == 0);
    CHECK(games.score_of(1) == 0.5);
    CHECK(games.score_of(2) == 1);
    for (const int half_points : {0, 1, 1, 2, 2, 2, 3, 4}) tally.pairs.add(half_points);
    CHECK(tally.pairs == PairCounts{{1, 2, 3, 1, 1}});
    CHECK(tally.pairs.pairs() == 8);
    const Sample pairs = sample_of(tally);
    CHECK(pairs.cells == 5);
    CHECK(pairs.games_per_unit == 2);
    CHECK(pairs.units() == 8);
    CHECK(pairs.score_of(3) == 0.75);
}

TEST_CASE("ratios of pairs without one kind of them") {
    CHECK(pair_ratio(PairCounts{{0, 0, 5, 1, 0}}) == infinity);
    CHECK(pair_ratio(PairCounts{{0, 0, 5, 0, 1}}) == infinity);
    CHECK(pair_ratio(PairCounts{{0, 0, 5, 0, 0}}) == 1);
    CHECK(pair_ratio(PairCounts{{1, 0, 5, 0, 0}}) == 0);
    CHECK(pair_ratio(PairCounts{{0, 4, 5, 1, 1}}) == 0.5);
    CHECK(pair_ratio(PairCounts{}) == 1);
    CHECK(draw_ratio(PairCounts{}) == 0);
    CHECK(draw_ratio(PairCounts{{0, 0, 3, 0, 0}}) == 1);
    CHECK(draw_ratio(PairCounts{{3, 1, 0, 0, 0}}) == 0);
}
