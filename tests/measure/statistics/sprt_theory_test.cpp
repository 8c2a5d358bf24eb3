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

TEST_CASE("errors at the hypotheses are alpha and beta in every unit, and lengths are Wald's") {
    for (const EloModel unit : {EloModel::normalized, EloModel::logistic, EloModel::bayesian}) {
        CAPTURE(to_string(unit));
        const SprtSettings settings{
            .elo0 = -4, .elo1 = 6, .alpha = 0.03, .beta = 0.08, .model = unit};
        const double lower = std::log(0.08 / 0.97), upper = std::log(0.92 / 0.03);
        const GameModel at_h0 = game_model(unit, -4, 0.6, 80), at_h1 = game_model(unit, 6, 0.6, 80);
        CHECK(elo_in(unit, at_h0) == doctest::Approx(-4));
        CHECK(elo_in(unit, at_h1) == doctest::Approx(6));
        CHECK(expect(settings, at_h0).acceptance == doctest::Approx(0.03).epsilon(0.002));
        CHECK(expect(settings, at_h1).acceptance == doctest::Approx(0.92).epsilon(0.002));
        if (unit != EloModel::normalized) continue;
        // In deviations of a pair, the hypotheses are this far apart.
        const double apart = 10 / normalized_elo_per_sigma * std::sqrt(2.0);
        CHECK(expect(settings, at_h0).games ==
              doctest::Approx(-4 * (0.03 * upper + 0.97 * lower) / (apart * apart)).epsilon(0.002));
        CHECK(expect(settings, at_h1).games ==
              doctest::Approx(4 * (0.92 * upper + 0.08 * lower) / (apart * apart)).epsilon(0.002));
    }
}

TEST_CASE("in the middle between the hypotheses the ratio has no drift") {
    const SprtSettings settings{.elo0 = 0, .elo1 = 8, .alpha = 0.02, .beta = 0.1};
    const GameModel middle = game_model(EloModel::normalized, 4, 0.5, 0);
    const SprtExpectation still = expect(settings, middle);
    const double lower = settings.lower_bound(), upper = settings.upper_bound();
    const double apart = 8 / normalized_elo_per_sigma * std::sqrt(2.0);
    CHECK(still.acceptance == doctest::Approx(-lower / (upper - lower)));
    CHECK(still.games == doctest::Approx(-2 * lower * upper / (apart * apart)));
    // As from both sides of it.
    for (const double elo : {3.999, 4.001}) {
        const SprtExpectation near =
            expect(settings, game_model(EloModel::normalized, elo, 0.5, 0));
        CHECK(near.acceptance == doctest::Approx(still.acceptance).epsilon(0.005));
        CHECK(near.games == doctest::Approx(still.games).epsilon(0.005));
    }
}
