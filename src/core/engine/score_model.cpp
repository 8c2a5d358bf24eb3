#include "engine/score_model.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace kibitz {

namespace {

using Cubic = std::array<double, 4>;  // highest power first

// Fitted to 2,000 games of the engine against itself (docs/training.md).
constexpr Cubic a_cubic = {-47.934, 238.263, -311.926, 219.947};
constexpr Cubic b_cubic = {200.824, -413.483, 308.791, -16.238};

double value(const Cubic& cubic, double x) {
    return ((cubic[0] * x + cubic[1]) * x + cubic[2]) * x + cubic[3];
}

// 1 / (1 + exp(-x)) in permille.
int permille(double x) { return static_cast<int>(std::lround(1000 / (1 + std::exp(-x)))); }

}  // namespace

int score_model_material(const Position& position) {
    return position.pieces(PieceType::pawn).count() +
           3 * (position.pieces(PieceType::knight) | position.pieces(PieceType::bishop)).count() +
           5 * position.pieces(PieceType::rook).count() +
           9 * position.pieces(PieceType::queen).count();
}

ScoreModelParameters score_model_parameters(int material) {
    const double x = std::clamp(material, score_model_least_material, score_model_most_material) /
                     score_model_material_unit;
    return {.a = value(a_cubic, x), .b = value(b_cubic, x)};
}

WinDrawLoss win_draw_loss(Score score, const Position& position) {
    if (is_win(score)) return {.win = 1000, .draw = 0, .loss = 0};
    if (is_loss(score)) return {.win = 0, .draw = 0, .loss = 1000};
    const auto [a, b] = score_model_parameters(score_model_material(position));
    const int win = permille((raw(score) - a) / b);
    const int loss = permille((-raw(score) - a) / b);
    return {.win = win, .draw = 1000 - win - loss, .loss = loss};
}

int displayed_centipawns(Score score, const Position& position) {
    const double a = score_model_parameters(score_model_material(position)).a;
    return static_cast<int>(std::lround(100 * raw(score) / a));
}

}  // namespace kibitz
