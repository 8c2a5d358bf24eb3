// What the published numbers do not reach: bounds, refusals, cells in which nothing was seen, and
// which counts are judged.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "statistics/sprt.hpp"
#include "statistics/sprt_simulation.hpp"
#include "support/test.hpp"

using namespace kibitz::statistics;

namespace {

// What has not been seen counts as a thousandth, as on fishtest.
constexpr double unseen = 0.001;

// The maximum of a function with one peak.
template <class Function>
double maximum(double low, double high, Function function) {
    for (int i = 0; i < 200; ++i) {
        const double left = low + (high - low) / 3, right = high - (high - low) / 3;
        (function(left) < function(right) ? low : high) =
            function(left) < function(right) ? left : right;
    }
    return function((low + high) / 2);
}

// The likelihood of single games if wins less losses are this share of those that are decided or
// drawn so often, by trying every share of draws.
template <class WinsLessLosses>
double log_likelihood(const WinDrawLoss& games, WinsLessLosses wins_less_losses) {
    const auto count = [](std::int64_t seen) {
        return std::max(static_cast<double>(seen), unseen);
    };
    const auto of_draws = [&](double draws) {
        const double more = wins_less_losses(draws);
        const double win = (1 - draws + more) / 2, loss = (1 - draws - more) / 2;
        if (win <= 0 || loss <= 0) return -std::numeric_limits<double>::infinity();
        return count(games.wins) * std::log(win) + count(games.draws) * std::log(draws) +
               count(games.losses) * std::log(loss);
    };
    return maximum(0, 1, of_draws);
}

double plain_ratio(const WinDrawLoss& games, const SprtSettings& settings) {
    const auto at = [&](double elo) {
        if (settings.model == EloModel::logistic)
            return log_likelihood(games, [&](double) { return 2 * expected_score(elo) - 1; });
        const double t = elo * std::numbers::ln10 / 800;
        return log_likelihood(games, [&](double draws) {
            return std::copysign(std::sqrt(t * t * (1 - draws) / (1 + t * t)), t);
        });
    };
    return at(settings.elo1) - at(settings.elo0);
}

// Pairs under an expected score, with Lagrange's factor found by halving.
double plain_ratio(const PairCounts& pairs, double elo0, double elo1) {
    const auto likelihood = [&](double score) {
        double all = 0;
        for (const auto seen : pairs.of) all += std::max(static_cast<double>(seen), unseen);
        const auto share = [&](std::size_t i, double factor) {
            const double observed = std::max(static_cast<double>(pairs.of[i]), unseen) / all;
            return observed / (1 + factor * (static_cast<double>(i) / 4 - score));
        };
        double low = -1 / (1 - score), high = 1 / score;
        for (int i = 0; i < 200; ++i) {
            const double middle = (low + high) / 2;
            double mean = 0;
            for (std::size_t cell = 0; cell < 5; ++cell)
                mean += share(cell, middle) * (static_cast<double>(cell) / 4 - score);
            (mean > 0 ? low : high) = middle;
        }
        double log = 0;
        for (std::size_t i = 0; i < 5; ++i)
            log += std::max(static_cast<double>(pairs.of[i]), unseen) * std::log(share(i, low));
        return log;
    };
    return likelihood(expected_score(elo1)) - likelihood(expected_score(elo0));
}

Tally of_games(std::int64_t wins, std::int64_t draws, std::int64_t losses) {
    Tally tally;
    tally.games = {.wins = wins, .draws = draws, .losses = losses};
    return tally;
}
Tally of_pairs(PairCounts pairs) {
    Tally tally;
    tally.pairs = pairs;
    return tally;
}

}  // namespace

TEST_CASE("a cell in which nothing was seen counts as a thousandth, in every model") {
    for (const EloModel model : {EloModel::normalized, EloModel::logistic})
        for (const auto& [wins, draws, losses] :
             {std::tuple{20, 7, 0}, std::tuple{0, 7, 20}, std::tuple{9, 0, 6}, std::tuple{0, 5, 0},
              std::tuple{1, 0, 0}, std::tuple{8, 11, 5}}) {
            CAPTURE(to_string(model));
            CAPTURE(wins);
            CAPTURE(draws);
            CAPTURE(losses);
            const SprtSettings settings{.elo0 = -3, .elo1 = 12, .model = model};
            const Tally games = of_games(wins, draws, losses);
            CHECK(log_likelihood_ratio(settings, games) ==
                  doctest::Approx(plain_ratio(games.games, settings)).epsilon(1e-5));
        }
    const SprtSettings logistic{.elo0 = -5, .elo1 = 10, .model = EloModel::logistic};
    for (const PairCounts& pairs : {PairCounts{{0, 3, 9, 8, 0}}, PairCounts{{4, 0, 9, 0, 1}},
                                    PairCounts{{0, 0, 6, 0, 0}}, PairCounts{{0, 0, 0, 0, 2}}})
        CHECK(log_likelihood_ratio(logistic, of_pairs(pairs)) ==
              doctest::Approx(plain_ratio(pairs, -5, 10)).epsilon(1e-6));
}

TEST_CASE("what speaks for one hypothesis speaks as much against it with the players swapped") {
    for (const EloModel model : {EloModel::normalized, EloModel::logistic, EloModel::bayesian}) {
        CAPTURE(to_string(model));
        const SprtSettings settings{.elo0 = -2, .elo1 = 7, .model = model};
        const SprtSettings swapped{.elo0 = -7, .elo1 = 2, .model = model};
        CHECK(log_likelihood_ratio(settings, of_games(31, 40, 22)) ==
              doctest::Approx(-log_likelihood_ratio(swapped, of_games(22, 40, 31))));
        Tally pairs = of_games(31, 40, 22), others = of_games(22, 40, 31);
        pairs.pairs = {{1, 8, 20, 12, 4}};
        others.pairs = {{4, 12, 20, 8, 1}};
        CHECK(log_likelihood_ratio(settings, pairs) ==
              doctest::Approx(-log_likelihood_ratio(swapped, others)));
    }
}

TEST_CASE("pairs are judged where there are some, else single games, and nothing says nothing") {
    for (const EloModel model : {EloModel::normalized, EloModel::logistic}) {
        const SprtSettings settings{.model = model};
        Tally both = of_games(50, 30, 20);
        const double games_alone = log_likelihood_ratio(settings, both);
        CHECK(games_alone > 0);
        both.pairs = {{20, 5, 3, 2, 1}};
        CHECK(log_likelihood_ratio(settings, both) ==
              log_likelihood_ratio(settings, of_pairs(both.pairs)));
        CHECK(log_likelihood_ratio(settings, both) < 0);
        CHECK(log_likelihood_ratio(settings, Tally{}) == 0);
    }
    // BayesElo's draw Elo needs both a win and a loss, also where pairs are judged.
    const SprtSettings bayesian{.model = EloModel::bayesian};
    CHECK(log_likelihood_ratio(bayesian, of_games(5, 9, 0)) == 0);
    CHECK(log_likelihood_ratio(bayesian, of_games(0, 9, 5)) == 0);
    Tally pairs = of_games(30, 30, 20);
    pairs.pairs = {{2, 8, 15, 10, 5}};
    const double draws = draw_elo(pairs.games).value();
    const SprtSettings logistic{.elo0 = elo_of_score(bayes_elo_probability(0, draws).score()),
                                .elo1 = elo_of_score(bayes_elo_probability(5, draws).score()),
                                .model = EloModel::logistic};
    CHECK(log_likelihood_ratio(bayesian, pairs) ==
          doctest::Approx(log_likelihood_ratio(logistic, of_pairs(pairs.pairs))));
}

TEST_CASE("a test ends at its bounds, and not before") {
    const SprtSettings settings{.alpha = 0.02, .beta = 0.1};
    CHECK(settings.lower_bound() == doctest::Approx(std::log(0.1 / 0.98)));
    CHECK(settings.upper_bound() == doctest::Approx(std::log(0.9 / 0.02)));
    const double infinity = std::numeric_limits<double>::infinity();
    const double lower = settings.lower_bound(), upper = settings.upper_bound();
    CHECK(judge(settings, upper) == SprtState::accepted_h1);
    CHECK(judge(settings, lower) == SprtState::accepted_h0);
    CHECK(judge(settings, std::nextafter(upper, 0)) == SprtState::open);
    CHECK(judge(settings, std::nextafter(lower, 0)) == SprtState::open);
    CHECK(judge(settings, 0) == SprtState::open);
    CHECK(judge(settings, infinity) == SprtState::accepted_h1);
    CHECK(judge(settings, -infinity) == SprtState::accepted_h0);
    const SprtSettings usual;
    CHECK(usual.upper_bound() == doctest::Approx(std::log(19)));
    CHECK(usual.lower_bound() == doctest::Approx(-std::log(19)));
}

TEST_CASE("settings that make no test are refused with what is wrong") {
    CHECK(!SprtSettings{}.error());
    const double nan = std::numeric_limits<double>::quiet_NaN();
    for (const auto& [elo0, elo1] :
         {std::pair{5.0, 5.0}, std::pair{5.0, 0.0}, std::pair{nan, 5.0}, std::pair{0.0, nan}})
        CHECK(SprtSettings{.elo0 = elo0, .elo1 = elo1}.error() == "elo0 has to be less than elo1");
    for (const double error : {0.0, -0.01, 0.5, 0.7, nan}) {
        CHECK(SprtSettings{.alpha = error}.error() == "alpha has to be between 0 and 0.5");
        CHECK(SprtSettings{.beta = error}.error() == "beta has to be between 0 and 0.5");
    }
    for (const double error : {1e-9, 0.499})
        CHECK(!SprtSettings{.alpha = error, .beta = error}.error());
    CHECK(std::string(to_string(EloModel::normalized)) == "normalized");
    CHECK(std::string(to_string(EloModel::logistic)) == "logistic");
    CHECK(std::string(to_string(EloModel::bayesian)) == "bayesian");
}

TEST_CASE("BayesElo's probabilities, and the draw Elo that explains a sample") {
    const auto even = bayes_elo_probability(0, 200);
    CHECK(even.win == doctest::Approx(even.loss));
    CHECK(even.win == doctest::Approx(1 / (1 + std::sqrt(10.0))));
    CHECK(even.score() == doctest::Approx(0.5));
    const auto better = bayes_elo_probability(60, 150), worse = bayes_elo_probability(-60, 150);
    CHECK(better.win > better.loss);
    CHECK(better.win == doctest::Approx(worse.loss));
    CHECK(better.draw == doctest::Approx(worse.draw));
    CHECK(better.win + better.draw + better.loss == doctest::Approx(1));
    // A quarter each: 400 log10(3).
    CHECK(draw_elo({.wins = 25, .draws = 50, .losses = 25}).value() ==
          doctest::Approx(400 * std::log10(3)));
    const auto explained = bayes_elo_probability(60, 150);
    CHECK(draw_elo({.wins = static_cast<std::int64_t>(1e9 * explained.win),
                    .draws = static_cast<std::int64_t>(1e9 * explained.draw),
                    .losses = static_cast<std::int64_t>(1e9 * explained.loss)})
              .value() == doctest::Approx(150));
    CHECK(!draw_elo({.wins = 3, .draws = 1, .losses = 0}));
    CHECK(!draw_elo({.wins = 0, .draws = 1, .losses = 3}));
    CHECK(draw_elo({.wins = 1, .draws = 0, .losses = 1}).value() == doctest::Approx(0));
}

TEST_CASE("a simulated test ends with the pair at which its ratio leaves the bounds") {
    // Whoever is so much stronger wins every game.
    for (const double elo : {5'000.0, -5'000.0}) {
        const SprtSettings settings{.elo0 = 0, .elo1 = 30};
        Tally tally;
        while (judge(settings, log_likelihood_ratio(settings, tally)) == SprtState::open)
            tally.pairs.add(elo > 0 ? 4 : 0);
        kibitz::SplitMix random(3);
        const SprtRun run = simulate(settings, {.bayes_elo = elo, .draw_elo = 100}, random);
        CHECK(run.pairs == tally.pairs.pairs());
        CHECK(run.accepted_h1 == (elo > 0));
    }
}

TEST_CASE("an opening's bias helps each side once") {
    const GameModel model{.bayes_elo = 40, .draw_elo = 150, .opening_bias = 90};
    const auto first = bayes_elo_probability(130, 150), second = bayes_elo_probability(-50, 150);
    const auto pairs = model.pair_probabilities();
    CHECK(pairs[0] == doctest::Approx(first.loss * second.loss));
    CHECK(pairs[1] == doctest::Approx(first.loss * second.draw + first.draw * second.loss));
    CHECK(pairs[2] == doctest::Approx(first.win * second.loss + first.draw * second.draw +
                                      first.loss * second.win));
    CHECK(pairs[3] == doctest::Approx(first.win * second.draw + first.draw * second.win));
    CHECK(pairs[4] == doctest::Approx(first.win * second.win));
    const auto games = model.game_probabilities();
    CHECK(games.win == doctest::Approx((first.win + second.win) / 2));
    CHECK(games.draw == doctest::Approx((first.draw + second.draw) / 2));
    CHECK(games.loss == doctest::Approx((first.loss + second.loss) / 2));
}
