// The test statistic against published numbers.
#include "statistics/sprt.hpp"

#include <cmath>

#include "support/test.hpp"

using namespace kibitz::statistics;

namespace {

double pair_ratio_of(PairCounts pairs, double elo0, double elo1, EloModel model) {
    Tally tally;
    tally.pairs = pairs;
    return log_likelihood_ratio(SprtSettings{.elo0 = elo0, .elo1 = elo1, .model = model}, tally);
}
double game_ratio_of(WinDrawLoss games, double elo0, double elo1, EloModel model) {
    Tally tally;
    tally.games = games;
    return log_likelihood_ratio(SprtSettings{.elo0 = elo0, .elo1 = elo1, .model = model}, tally);
}

}  // namespace

TEST_CASE("pairs: a test of montytest.muzhen.org, to all five places it shows") {
    // /tests/stats/69d3c8dc7c5b3724e29d2712: normalised [0, 4], which is [0, 2.716] logistic.
    const PairCounts pairs{{13, 37, 50, 25, 3}};
    CHECK(std::abs(pair_ratio_of(pairs, 0, 4, EloModel::normalized) - -0.54912) < 5e-6);
    // The logistic bound is shown with three decimals only.
    CHECK(std::abs(pair_ratio_of(pairs, 0, 2.716, EloModel::logistic) - -0.53772) < 1e-4);
}

TEST_CASE("pairs: results of tests on fishtest, to the two places it shows") {
    const auto near = [](double value, double published) {
        return std::abs(value - published) < 0.0075;
    };
    using enum EloModel;
    CHECK(near(pair_ratio_of({{365, 16618, 36229, 16974, 390}}, 0, 2, normalized), 2.25));
    CHECK(near(pair_ratio_of({{127, 4883, 10712, 5150, 104}}, -1.75, 0.25, normalized), 3.01));
    CHECK(near(pair_ratio_of({{223, 9863, 21279, 10037, 246}}, 0.5, 2.5, logistic), -3.07));
    CHECK(near(pair_ratio_of({{871, 26175, 55983, 26678, 821}}, 0, 2, logistic), -4.98));
}

TEST_CASE("single games") {
    const auto near = [](double value, double published) {
        return std::abs(value - published) < 0.0075;
    };
    using enum EloModel;
    CHECK(near(game_ratio_of({36433, 68692, 36027}, 0, 2, normalized), 0.92));
    CHECK(near(game_ratio_of({10871, 20431, 10650}, -1.75, 0.25, normalized), 2.30));
    CHECK(near(game_ratio_of({21404, 40708, 21184}, 0.5, 2.5, logistic), -1.57));
    CHECK(near(game_ratio_of({57433, 106593, 57030}, 0, 2, logistic), -2.59));
    CHECK(near(game_ratio_of({68965, 128429, 68526}, 0, 2, bayesian), -1.26));
    CHECK(near(game_ratio_of({21629, 41111, 21484}, 0.5, 2.5, bayesian), -1.13));
}
