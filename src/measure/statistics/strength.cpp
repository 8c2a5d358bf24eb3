#include "statistics/strength.hpp"
#include "statistics/normal.hpp"

#include <cmath>
#include <limits>
#include <numbers>

namespace kibitz::statistics {

namespace {

// The 97.5% point of the normal distribution: the 95% interval is this many standard errors wide
// to either side.
constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

double expected_score(double elo) { return 1 / (1 + std::pow(10, -elo / 400)); }

double elo_of_score(double score) {
    if (score <= 0) return -infinity;
    if (score >= 1) return infinity;
    return -400 * std::log10(1 / score - 1);
}

double normal_cdf(double x) { return std::erfc(-x / std::numbers::sqrt2) / 2; }

double Sample::units() const {
    double sum = 0;
    for (int i = 0; i < cells; ++i) sum += count[static_cast<std::size_t>(i)];
    return sum;
}

Sample sample_of(const WinDrawLoss& games) {
    return {.count = {static_cast<double>(games.losses), static_cast<double>(games.draws),
                      static_cast<double>(games.wins)},
            .cells = 3,
            .games_per_unit = 1};
}

Sample sample_of(const PairCounts& pairs) {
    Sample sample;
    for (std::size_t i = 0; i < pairs.of.size(); ++i)
        sample.count[i] = static_cast<double>(pairs.of[i]);
    return sample;
}

Sample sample_of(const Tally& tally) {
    return tally.pairs.pairs() > 0 ? sample_of(tally.pairs) : sample_of(tally.games);
}

UnitMoments moments(const Sample& sample) {
    const double units = sample.units();
    double mean = 0, variance = 0;
    for (int i = 0; i < sample.cells; ++i)
        mean += sample.count[static_cast<std::size_t>(i)] / units * sample.score_of(i);
    for (int i = 0; i < sample.cells; ++i) {
        const double deviation = sample.score_of(i) - mean;
        variance += sample.count[static_cast<std::size_t>(i)] / units * deviation * deviation;
    }
    return {mean, variance};
}

std::optional<Strength> strength(const Sample& sample) {
    const double units = sample.units();
    if (units <= 0) return std::nullopt;
    const auto [mean, variance] = moments(sample);
    const double error = std::sqrt(variance / units);
    const double game_sigma = std::sqrt(variance * sample.games_per_unit);
    const double advantage = mean - 0.5;

    Strength result{};
    result.score = mean;
    result.elo = {elo_of_score(mean), elo_of_score(mean - two_sided_95 * error),
                  elo_of_score(mean + two_sided_95 * error)};
    const double normalized = variance > 0    ? advantage / game_sigma * normalized_elo_per_sigma
                              : advantage > 0 ? infinity
                              : advantage < 0 ? -infinity
                                              : 0;
    const double margin =
        two_sided_95 * normalized_elo_per_sigma / std::sqrt(units * sample.games_per_unit);
    result.normalized_elo = {normalized, normalized - margin, normalized + margin};
    result.superiority = error > 0       ? normal_cdf(advantage / error)
                         : advantage > 0 ? 1
                         : advantage < 0 ? 0
                                         : 0.5;
    return result;
}

double draw_ratio(const PairCounts& pairs) {
    return pairs.pairs() == 0
               ? 0
               : static_cast<double>(pairs.of[2]) / static_cast<double>(pairs.pairs());
}

double pair_ratio(const PairCounts& pairs) {
    const double lost = static_cast<double>(pairs.of[0] + pairs.of[1]);
    const double won = static_cast<double>(pairs.of[3] + pairs.of[4]);
    return lost > 0 ? won / lost : won > 0 ? infinity : 1;
}

}  // namespace kibitz::statistics
