#include "statistics/sprt_simulation.hpp"

#include <algorithm>
#include <cmath>

namespace kibitz::statistics {

namespace {

// From equal engines' draw share to the draw Elo: 1 - 2 / (1 + 10^(d/400)).
double draw_elo_of_share(double draws) { return 400 * std::log10((1 + draws) / (1 - draws)); }

// The two games of a pair, from the first engine's point of view.
std::array<WinDrawLossProbability, 2> games_of(const GameModel& model) {
    return {bayes_elo_probability(model.bayes_elo + model.opening_bias, model.draw_elo),
            bayes_elo_probability(model.bayes_elo - model.opening_bias, model.draw_elo)};
}

Sample as_sample(const std::array<double, 5>& probabilities) {
    Sample sample;
    sample.count = probabilities;
    return sample;
}

}  // namespace

std::array<double, 5> GameModel::pair_probabilities() const {
    const auto games = games_of(*this);
    const auto by_points = [](const WinDrawLossProbability& game) {
        return std::array{game.loss, game.draw, game.win};
    };
    const auto first = by_points(games[0]), second = by_points(games[1]);
    std::array<double, 5> result{};
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) result[i + j] += first[i] * second[j];
    return result;
}

WinDrawLossProbability GameModel::game_probabilities() const {
    const auto games = games_of(*this);
    return {(games[0].win + games[1].win) / 2, (games[0].draw + games[1].draw) / 2,
            (games[0].loss + games[1].loss) / 2};
}

double elo_in(EloModel unit, const GameModel& model) {
    if (unit == EloModel::bayesian) {
        // What the test sees of it: by the score, with the draw Elo of all games together, in
        // which the openings' bias has become draws and decisions.
        const WinDrawLossProbability games = model.game_probabilities();
        const double sample_draw_elo = 200 * std::log10((1 - 1 / games.win) * (1 - 1 / games.loss));
        double low = -2000, high = 2000;
        for (int i = 0; i < 100; ++i) {
            const double middle = (low + high) / 2;
            const bool less =
                bayes_elo_probability(middle, sample_draw_elo).score() < games.score();
            (less ? low : high) = middle;
        }
        return (low + high) / 2;
    }
    const auto [mean, variance] = moments(as_sample(model.pair_probabilities()));
    if (unit == EloModel::logistic) return elo_of_score(mean);
    return (mean - 0.5) / std::sqrt(2 * variance) * normalized_elo_per_sigma;
}

GameModel game_model(EloModel unit, double elo, double draws, double opening_bias) {
    GameModel model{.draw_elo = draw_elo_of_share(draws), .opening_bias = opening_bias};
    // Every unit grows with the BayesElo difference.
    double low = -1500, high = 1500;
    for (int i = 0; i < 100; ++i) {
        model.bayes_elo = (low + high) / 2;
        (elo_in(unit, model) < elo ? low : high) = model.bayes_elo;
    }
    return model;
}

SprtExpectation expect(const SprtSettings& settings, const GameModel& model) {
    const auto [mean, variance] = moments(as_sample(model.pair_probabilities()));
    const double sigma = std::sqrt(variance);  // of a pair
    // Hypotheses and truth in standard deviations of a pair.
    const auto in_sigmas = [&](double elo) {
        switch (settings.model) {
            case EloModel::normalized: return elo / normalized_elo_per_sigma * std::sqrt(2.0);
            case EloModel::logistic: return (expected_score(elo) - 0.5) / sigma;
            case EloModel::bayesian: {
                const WinDrawLossProbability games = model.game_probabilities();
                const double draw_elo =
                    200 * std::log10((1 - 1 / games.win) * (1 - 1 / games.loss));
                return (bayes_elo_probability(elo, draw_elo).score() - 0.5) / sigma;
            }
        }
        return 0.0;
    };
    const double h0 = in_sigmas(settings.elo0), h1 = in_sigmas(settings.elo1);
    const double truth = (mean - 0.5) / sigma;
    const double drift = (h1 - h0) * (truth - (h0 + h1) / 2);  // of the ratio, a pair
    const double spread = (h1 - h0) * (h1 - h0);
    const double lower = settings.lower_bound(), upper = settings.upper_bound();
    const double exponent = -2 * drift / spread;
    constexpr double no_drift = 1e-7;
    if (std::abs(exponent) < no_drift)
        return {-lower / (upper - lower), 2 * -lower * upper / spread};
    const double acceptance = (1 - std::exp(exponent * lower)) /
                              (std::exp(exponent * upper) - std::exp(exponent * lower));
    return {acceptance, 2 * (acceptance * upper + (1 - acceptance) * lower) / drift};
}

SprtRun simulate(const SprtSettings& settings, const GameModel& model, SplitMix& random) {
    const auto games = games_of(model);
    const auto draw_game = [&](const WinDrawLossProbability& game) {
        const double x = random.uniform();
        return x < game.win ? 2 : x < game.win + game.draw ? 1 : 0;
    };
    Tally tally;
    for (;;) {
        const int first = draw_game(games[0]), second = draw_game(games[1]);
        tally.games.add(first);
        tally.games.add(second);
        tally.pairs.add(first + second);
        const SprtState state = judge(settings, log_likelihood_ratio(settings, tally));
        if (state != SprtState::open) return {state == SprtState::accepted_h1, tally.pairs.pairs()};
    }
}

}  // namespace kibitz::statistics
