#include "train/fit_score_model.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "engine/score_model.hpp"
#include "train/chain.hpp"
#include "train/zstd_stream.hpp"

namespace kibitz::train {

namespace {

// Positions are counted in bins of the score, for each amount of material.
constexpr double bin_width = 10;  // internal centipawns
constexpr int bins_each_side = 150;
constexpr int bins = 2 * bins_each_side + 1;
constexpr int materials = score_model_most_material + 1;
constexpr int bins_in_a_row = 10;  // amounts of material in a row of the report

double bin_score(int bin) { return (bin - bins_each_side) * bin_width; }

// How the games with such positions ended for the side to move.
struct Outcomes {
    double wins = 0, draws = 0, losses = 0;
    [[nodiscard]] double total() const { return wins + draws + losses; }
};
using Counts = std::vector<std::array<Outcomes, bins>>;  // by material

void count_chain(const Chain& chain, double units_per_centipawn, Counts& counts) {
    Position position = chain.start;
    for (const auto& [move, white_score] : chain.moves) {
        const bool white = position.side_to_move() == Color::white;
        const double score = (white ? white_score : -white_score) / units_per_centipawn;
        const long bin = std::lround(score / bin_width) + bins_each_side;
        if (is_plain(white_score) && bin >= 0 && bin < bins) {
            const int material = std::clamp(score_model_material(position),
                                            score_model_least_material, score_model_most_material);
            Outcomes& outcomes =
                counts[static_cast<std::size_t>(material)][static_cast<std::size_t>(bin)];
            if (chain.result == GameResult::draw)
                ++outcomes.draws;
            else if ((chain.result == GameResult::white_won) == white)
                ++outcomes.wins;
            else
                ++outcomes.losses;
        }
        position.play(move);
    }
}

double logistic(double x) { return 1 / (1 + std::exp(-x)); }

using Cubic = std::array<double, 4>;
double value(const Cubic& cubic, double x) {
    return ((cubic[0] * x + cubic[1]) * x + cubic[2]) * x + cubic[3];
}

// The loss and its derivatives by a and b, of all positions with some material.
struct Likelihood {
    double loss = 0, by_a = 0, by_b = 0;
};
Likelihood likelihood(const std::array<Outcomes, bins>& counts, double a, double b) {
    constexpr double tiny = 1e-9;
    Likelihood sum;
    for (int bin = 0; bin < bins; ++bin) {
        const Outcomes& seen = counts[static_cast<std::size_t>(bin)];
        if (seen.total() == 0) continue;
        const double v = bin_score(bin);
        const double x = (v - a) / b, y = (-v - a) / b;
        const double win = logistic(x), loss = logistic(y);
        const double draw = std::max(1 - win - loss, tiny);
        sum.loss -= seen.wins * std::log(win + tiny) + seen.losses * std::log(loss + tiny) +
                    seen.draws * std::log(draw);
        const double win_slope = win * (1 - win), loss_slope = loss * (1 - loss);
        // By x and by y.
        const double by_x = -seen.wins * (1 - win) + seen.draws * win_slope / draw;
        const double by_y = -seen.losses * (1 - loss) + seen.draws * loss_slope / draw;
        sum.by_a -= (by_x + by_y) / b;
        sum.by_b -= (by_x * x + by_y * y) / b;
    }
    return sum;
}

// Descends along scaled gradients (Adam) over the eight coefficients.
void maximise_likelihood(const Counts& counts, double positions, ScoreModelFit& fit) {
    constexpr int steps = 6'000;
    constexpr double first_rate = 1.0, last_rate = 0.01;
    constexpr double first_decay = 0.9, second_decay = 0.99, tiny = 1e-12;
    constexpr double least_b = 5;
    std::array<double, 8> mean{}, square{};
    fit.a = {0, 0, 0, 150};
    fit.b = {0, 0, 0, 60};
    for (int step = 0; step < steps; ++step) {
        std::array<double, 8> gradient{};
        fit.log_loss = 0;
        for (int material = score_model_least_material; material < materials; ++material) {
            const double x = material / score_model_material_unit;
            const Likelihood sum = likelihood(counts[static_cast<std::size_t>(material)],
                                              value(fit.a, x), std::max(value(fit.b, x), least_b));
            fit.log_loss += sum.loss / positions;
            const std::array<double, 4> powers = {x * x * x, x * x, x, 1};
            for (std::size_t i = 0; i < 4; ++i) {
                gradient[i] += sum.by_a * powers[i] / positions;
                gradient[i + 4] += sum.by_b * powers[i] / positions;
            }
        }
        const double rate =
            first_rate * std::pow(last_rate / first_rate, static_cast<double>(step) / steps);
        for (std::size_t i = 0; i < 8; ++i) {
            mean[i] += (1 - first_decay) * (gradient[i] - mean[i]);
            square[i] += (1 - second_decay) * (gradient[i] * gradient[i] - square[i]);
            double& coefficient = i < 4 ? fit.a[i] : fit.b[i - 4];
            coefficient -= rate * mean[i] / (std::sqrt(square[i]) + tiny);
        }
    }
}

ScoreModelFit::Row report_row(const Counts& counts, int first, const ScoreModelFit& fit) {
    ScoreModelFit::Row row;
    const int end = std::min(first + bins_in_a_row, materials);
    row.material = (first + end - 1) / 2;
    double total = 0;
    for (int material = first; material < end; ++material) {
        const double x = material / score_model_material_unit;
        const double a = value(fit.a, x), b = value(fit.b, x);
        for (int bin = 0; bin < bins; ++bin) {
            const Outcomes& seen =
                counts[static_cast<std::size_t>(material)][static_cast<std::size_t>(bin)];
            const double win = logistic((bin_score(bin) - a) / b);
            const double loss = logistic((-bin_score(bin) - a) / b);
            total += seen.total();
            row.wins += seen.wins;
            row.draws += seen.draws;
            row.predicted_wins += win * seen.total();
            row.predicted_draws += (1 - win - loss) * seen.total();
        }
    }
    const double x = row.material / score_model_material_unit;
    row.a = value(fit.a, x);
    row.b = value(fit.b, x);
    row.positions = static_cast<std::uint64_t>(total);
    for (double* share : {&row.wins, &row.draws, &row.predicted_wins, &row.predicted_draws})
        *share /= std::max(total, 1.0);
    return row;
}

}  // namespace

std::expected<ScoreModelFit, std::string> fit_score_model(const std::string& file,
                                                          double units_per_centipawn) {
    const auto source = open_data_file(file);
    if (!source) return std::unexpected(source.error());
    Counts counts(materials);
    ChainReader reader(**source);
    while (const auto chain = reader.next())
        if (*chain) count_chain(**chain, units_per_centipawn, counts);

    double positions = 0;
    for (const auto& material : counts)
        for (const Outcomes& outcomes : material) positions += outcomes.total();
    if (positions == 0) return std::unexpected(file + ": no position with a score");

    ScoreModelFit fit;
    fit.positions = static_cast<std::uint64_t>(positions);
    maximise_likelihood(counts, positions, fit);
    for (int first = score_model_least_material; first < materials; first += bins_in_a_row)
        fit.rows.push_back(report_row(counts, first, fit));
    return fit;
}

}  // namespace kibitz::train
