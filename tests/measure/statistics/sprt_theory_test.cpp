// What is expected of a test, against published numbers.
#include <cmath>

#include "statistics/sprt_simulation.hpp"
#include "support/test.hpp"

using namespace kibitz::statistics;

TEST_CASE("M. Van den Bergh's simulator: its printed example") {
    // ./simul --elo_model normalized --draw_ratio 0.95 --elo1 5 --elo 2.5
    const GameModel model = game_model(EloModel::normalized, 2.5, 0.95, 0);
    CHECK(std::abs(model.draw_elo - 636.4258) < 5e-5);
    const double printed[] = {0.000586, 0.045994, 0.903702, 0.049052, 0.000667};
    for (std::size_t i = 0; i < 5; ++i)
        CHECK(std::abs(model.pair_probabilities()[i] - printed[i]) < 6e-7);
    CHECK(std::abs(elo_in(EloModel::logistic, model) - 0.55915) < 6e-6);
    CHECK(std::abs(elo_in(EloModel::bayesian, model) - 5.73392) < 6e-5);
    const GameModel at_h1 = game_model(EloModel::normalized, 5, 0.95, 0);
    CHECK(std::abs(elo_in(EloModel::logistic, at_h1) - 1.11905) < 6e-6);
    CHECK(std::abs(elo_in(EloModel::bayesian, at_h1) - 11.47029) < 6e-5);
    // 25 000 simulations: pass 0.498, length 42 375 and falling (in games).
    const SprtExpectation expected = expect({.elo0 = 0, .elo1 = 5}, model);
    CHECK(std::abs(expected.acceptance - 0.5) < 1e-3);
    CHECK(std::abs(expected.games / 42'048.9 - 1) < 0.02);
}

TEST_CASE("montytest's bounds: 4 normalised Elo are 2.716 logistic where this is the variance") {
    // Half of 2.716 Elo's score over the deviation of a pair of variance 0.05762, sqrt 2 for games.
    const double score = expected_score(2.716) - 0.5;
    CHECK(std::abs(score / std::sqrt(2 * 0.05762) * normalized_elo_per_sigma - 4) < 1e-3);
}

TEST_CASE("errors at the hypotheses are alpha and beta") {
    const SprtSettings settings{.elo0 = -2, .elo1 = 3, .alpha = 0.02, .beta = 0.1};
    const auto at = [&](double elo) {
        return expect(settings, game_model(EloModel::normalized, elo, 0.6, 80)).acceptance;
    };
    CHECK(std::abs(at(-2) - 0.02) < 1e-6);
    CHECK(std::abs(at(3) - 0.9) < 1e-6);
}
