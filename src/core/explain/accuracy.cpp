#include "explain/accuracy.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace kibitz::explain {
namespace {

constexpr double least_volatility = 0.5, most_volatility = 12;

double mean(std::span<const double> values) {
    double sum = 0;
    for (const double value : values) sum += value;
    return sum / static_cast<double>(values.size());
}

double standard_deviation(std::span<const double> values) {
    const double middle = mean(values);
    double sum = 0;
    for (const double value : values) sum += (value - middle) * (value - middle);
    return std::sqrt(sum / static_cast<double>(values.size()));
}

// How much the chances change around a move: the standard deviation in a window of the game that
// ends with the move; the first moves share the first whole window.
double volatility(std::span<const double> percents, std::size_t move) {
    const std::size_t moves = percents.size() - 1;
    const std::size_t wanted = std::clamp<std::size_t>(moves / 10, 2, 8);
    const std::size_t window = std::min(wanted, percents.size());
    const std::size_t end = std::max(move + 2, window);  // one past the position after the move
    return std::clamp(standard_deviation(percents.subspan(end - window, window)), least_volatility,
                      most_volatility);
}

struct Sums {
    double weighted = 0, weights = 0, inverses = 0, moves = 0;

    void add(double accuracy, double weight) {
        constexpr double least_accuracy = 1e-3;  // a harmonic mean has no room for zero
        weighted += accuracy * weight;
        weights += weight;
        inverses += 1 / std::max(accuracy, least_accuracy);
        moves += 1;
    }
    [[nodiscard]] std::optional<double> accuracy() const {
        if (moves == 0) return std::nullopt;
        return (weighted / weights + moves / inverses) / 2;
    }
};

}  // namespace

int capped_centipawns(Score score) {
    if (is_decisive(score)) return score > score_draw ? most_centipawns : -most_centipawns;
    return std::clamp(raw(score), -most_centipawns, most_centipawns);
}

double win_percent(Score score) {
    constexpr double steepness = 0.00368208;
    return 50 + 50 * (2 / (1 + std::exp(-steepness * capped_centipawns(score))) - 1);
}

double move_accuracy(double win_before, double win_after) {
    constexpr double scale = 103.1668, decay = 0.04354, offset = -3.1669;
    constexpr double uncertainty_bonus = 1;  // of the analysis itself
    const double loss = std::max(0.0, win_before - win_after);
    return std::clamp(scale * std::exp(-decay * loss) + offset + uncertainty_bonus, 0.0, 100.0);
}

MoveMark mark_for_loss(double win_loss) {
    constexpr double inaccuracy = 5, mistake = 10, blunder = 20;
    if (win_loss >= blunder) return MoveMark::blunder;
    if (win_loss >= mistake) return MoveMark::mistake;
    if (win_loss >= inaccuracy) return MoveMark::inaccuracy;
    return MoveMark::none;
}

const char* to_string(MoveMark mark) {
    constexpr const char* signs[] = {"", "?!", "?", "??"};
    return signs[static_cast<int>(mark)];
}

const char* name_of(MoveMark mark) {
    constexpr const char* names[] = {"", "Inaccuracy", "Mistake", "Blunder"};
    return names[static_cast<int>(mark)];
}

int nag_of(MoveMark mark) {
    constexpr int nags[] = {0, 6, 2, 4};
    return nags[static_cast<int>(mark)];
}

int centipawn_loss(Color mover, Score before, Score after) {
    const int change = capped_centipawns(after) - capped_centipawns(before);
    return std::max(0, mover == Color::white ? -change : change);
}

Judgement judge(Color mover, Score before, Score after, bool is_best) {
    const auto own = [&](Score score) {
        return win_percent(mover == Color::white ? score : -score);
    };
    Judgement judgement{.mover = mover,
                        .win_before = own(before),
                        .win_after = own(after),
                        .centipawn_loss = centipawn_loss(mover, before, after)};
    if (!is_best) judgement.mark = mark_for_loss(judgement.win_loss());
    return judgement;
}

std::array<SideSummary, color_count> summarise(std::span<const double> white_win_percents,
                                               std::span<const std::optional<Judgement>> moves) {
    std::array<SideSummary, color_count> sides;
    std::vector<std::optional<Color>> movers;
    for (const auto& move : moves) {
        movers.push_back(move ? std::optional(move->mover) : std::nullopt);
        if (!move) continue;
        SideSummary& side = sides[static_cast<std::size_t>(index(move->mover))];
        ++side.moves;
        ++side.marks[static_cast<std::size_t>(move->mark)];
        side.average_centipawn_loss += move->centipawn_loss;
    }
    const auto accuracies = game_accuracy(white_win_percents, movers);
    for (std::size_t i = 0; i < sides.size(); ++i) {
        sides[i].accuracy = accuracies[i];
        if (sides[i].moves > 0) sides[i].average_centipawn_loss /= sides[i].moves;
    }
    return sides;
}

std::array<std::optional<double>, color_count> game_accuracy(
    std::span<const double> white_win_percents, std::span<const std::optional<Color>> movers) {
    std::array<Sums, color_count> sums;
    for (std::size_t move = 0; move < movers.size(); ++move) {
        if (!movers[move]) continue;
        const Color mover = *movers[move];
        double before = white_win_percents[move], after = white_win_percents[move + 1];
        if (mover == Color::black) {
            before = 100 - before;
            after = 100 - after;
        }
        sums[static_cast<std::size_t>(index(mover))].add(move_accuracy(before, after),
                                                         volatility(white_win_percents, move));
    }
    return {sums[0].accuracy(), sums[1].accuracy()};
}

}  // namespace kibitz::explain
