#include "statistics/sprt.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace kibitz::statistics {

namespace {

constexpr int max_cells = 5;
using Vector = std::array<double, max_cells>;

// An empty cell counts this much, so that what has not been seen yet is not impossible.
constexpr double empty_cell = 1e-3;

// The observed distribution: scores and their frequencies.
struct Distribution {
    int cells = 0;
    double units = 0;
    Vector score{}, probability{};
};

Distribution observed(const Sample& sample) {
    Distribution result{.cells = sample.cells};
    for (int i = 0; i < sample.cells; ++i) {
        const auto at = static_cast<std::size_t>(i);
        result.score[at] = sample.score_of(i);
        result.probability[at] = std::max(sample.count[at], empty_cell);
        result.units += result.probability[at];
    }
    for (double& probability : result.probability) probability /= result.units;
    return result;
}

// The most likely distribution p for which sum p_i g_i = 0. By Lagrange it is q_i / (1 + x g_i)
// with x the only root of sum q_i g_i / (1 + x g_i) between the poles -1/max g and -1/min g,
// where that sum falls all the way. `gradient` has values of both signs.
Vector most_likely(const Distribution& observed, const Vector& gradient) {
    const auto cells = static_cast<std::size_t>(observed.cells);
    const auto [least, most] = std::minmax_element(gradient.begin(), gradient.begin() + cells);
    double low = -1 / *most, high = -1 / *least;
    double x = 0;  // always inside
    for (int i = 0; i < 200; ++i) {
        double sum = 0, slope = 0;
        for (std::size_t cell = 0; cell < cells; ++cell) {
            const double ratio = gradient[cell] / (1 + x * gradient[cell]);
            sum += observed.probability[cell] * ratio;
            slope -= observed.probability[cell] * ratio * ratio;
        }
        (sum > 0 ? low : high) = x;
        double next = x - sum / slope;
        if (!(next > low && next < high)) next = (low + high) / 2;  // Newton left the interval
        const bool done = std::abs(next - x) <= 1e-15 * (1 + std::abs(x));
        x = next;
        if (done) break;
    }
    Vector result{};
    for (std::size_t cell = 0; cell < cells; ++cell)
        result[cell] = observed.probability[cell] / (1 + x * gradient[cell]);
    return result;
}

// Under the hypothesis that the expected score is `score`.
Vector most_likely_with_mean(const Distribution& observed, double score) {
    Vector gradient{};
    for (std::size_t i = 0; i < static_cast<std::size_t>(observed.cells); ++i)
        gradient[i] = observed.score[i] - score;
    return most_likely(observed, gradient);
}

// Under the hypothesis that (mean - 1/2) / sigma is t. The constraint is not linear: its gradient
// at the present estimate makes the next one, from the uniform distribution on.
Vector most_likely_with_t_value(const Distribution& observed, double t) {
    const auto cells = static_cast<std::size_t>(observed.cells);
    Vector result{};
    std::fill_n(result.begin(), cells, 1.0 / observed.cells);
    for (int iteration = 0; iteration < 100; ++iteration) {
        double mean = 0, variance = 0;
        for (std::size_t i = 0; i < cells; ++i) mean += result[i] * observed.score[i];
        for (std::size_t i = 0; i < cells; ++i)
            variance += result[i] * (observed.score[i] - mean) * (observed.score[i] - mean);
        const double sigma = std::sqrt(variance);
        Vector gradient{};
        for (std::size_t i = 0; i < cells; ++i) {
            const double deviation = (observed.score[i] - mean) / sigma;
            gradient[i] = observed.score[i] - 0.5 - t * sigma * (1 + deviation * deviation) / 2;
        }
        const Vector next = most_likely(observed, gradient);
        double change = 0;
        for (std::size_t i = 0; i < cells; ++i)
            change = std::max(change, std::abs(next[i] - result[i]));
        result = next;
        if (change < 1e-10) break;
    }
    return result;
}

double log_ratio(const Distribution& observed, const Vector& h0, const Vector& h1) {
    double sum = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(observed.cells); ++i)
        sum += observed.probability[i] * std::log(h1[i] / h0[i]);
    return observed.units * sum;
}

// Single games, BayesElo: here the hypotheses give all three probabilities.
double bayesian_ratio(const SprtSettings& settings, const WinDrawLoss& games, double draw_elo) {
    const auto h0 = bayes_elo_probability(settings.elo0, draw_elo);
    const auto h1 = bayes_elo_probability(settings.elo1, draw_elo);
    return static_cast<double>(games.wins) * std::log(h1.win / h0.win) +
           static_cast<double>(games.draws) * std::log(h1.draw / h0.draw) +
           static_cast<double>(games.losses) * std::log(h1.loss / h0.loss);
}

}  // namespace

const char* to_string(EloModel model) {
    switch (model) {
        case EloModel::normalized: return "normalized";
        case EloModel::logistic: return "logistic";
        case EloModel::bayesian: return "bayesian";
    }
    return "unknown";
}

std::optional<std::string> SprtSettings::error() const {
    if (!(elo0 < elo1)) return "elo0 has to be less than elo1";
    if (!(alpha > 0 && alpha < 0.5)) return "alpha has to be between 0 and 0.5";
    if (!(beta > 0 && beta < 0.5)) return "beta has to be between 0 and 0.5";
    return std::nullopt;
}

double SprtSettings::lower_bound() const { return std::log(beta / (1 - alpha)); }
double SprtSettings::upper_bound() const { return std::log((1 - beta) / alpha); }

SprtState judge(const SprtSettings& settings, double log_likelihood_ratio) {
    if (log_likelihood_ratio >= settings.upper_bound()) return SprtState::accepted_h1;
    if (log_likelihood_ratio <= settings.lower_bound()) return SprtState::accepted_h0;
    return SprtState::open;
}

double log_likelihood_ratio(const SprtSettings& settings, const Sample& sample) {
    if (sample.units() <= 0) return 0;
    const Distribution results = observed(sample);
    if (settings.model == EloModel::normalized) {
        // Bounds are per game; the standard deviation of a pair's mean is smaller by sqrt 2.
        const double per_unit = std::sqrt(sample.games_per_unit) / normalized_elo_per_sigma;
        return log_ratio(results, most_likely_with_t_value(results, settings.elo0 * per_unit),
                         most_likely_with_t_value(results, settings.elo1 * per_unit));
    }
    return log_ratio(results, most_likely_with_mean(results, expected_score(settings.elo0)),
                     most_likely_with_mean(results, expected_score(settings.elo1)));
}

double log_likelihood_ratio(const SprtSettings& settings, const Tally& tally) {
    const bool by_pairs = tally.pairs.pairs() > 0;
    const Sample sample = sample_of(tally);
    if (settings.model != EloModel::bayesian) return log_likelihood_ratio(settings, sample);
    const auto draws = draw_elo(tally.games);
    if (!draws) return 0;
    if (!by_pairs) return bayesian_ratio(settings, tally.games, *draws);
    // The model does not cover pairs, so its bounds become expected scores.
    SprtSettings logistic = settings;
    logistic.model = EloModel::logistic;
    logistic.elo0 = elo_of_score(bayes_elo_probability(settings.elo0, *draws).score());
    logistic.elo1 = elo_of_score(bayes_elo_probability(settings.elo1, *draws).score());
    return log_likelihood_ratio(logistic, sample);
}

WinDrawLossProbability bayes_elo_probability(double elo, double draw_elo) {
    const double win = expected_score(elo - draw_elo);
    const double loss = expected_score(-elo - draw_elo);
    return {win, 1 - win - loss, loss};
}

std::optional<double> draw_elo(const WinDrawLoss& games) {
    if (games.wins == 0 || games.losses == 0) return std::nullopt;
    const double all = static_cast<double>(games.games());
    const double win = static_cast<double>(games.wins) / all;
    const double loss = static_cast<double>(games.losses) / all;
    return 200 * std::log10((1 - 1 / win) * (1 - 1 / loss));
}

}  // namespace kibitz::statistics
