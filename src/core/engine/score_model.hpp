// What a score means for the result: chances of winning, drawing and losing, and the centipawns
// that people are shown.
//
// With v the score in internal centipawns, a player wins with probability
// 1 / (1 + exp((a - v) / b)), where a and b depend on the pieces left on the board: the form of
// Stockfish's model (https://github.com/official-stockfish/WDL_model), with parameters of our own.
#pragma once

#include "chess/position.hpp"
#include "engine/score.hpp"

namespace kibitz {

// Chances in permille, from the side to move's view; they add up to 1000.
struct WinDrawLoss {
    int win = 0, draw = 0, loss = 0;
    bool operator==(const WinDrawLoss&) const = default;
};
// Mates and tablebase results are sure.
WinDrawLoss win_draw_loss(Score score, const Position& position);

// 100 where the side to move wins half of its games, and in proportion. It must not be decisive.
int displayed_centipawns(Score score, const Position& position);

// The parameters of the model for a number of pieces.
struct ScoreModelParameters {
    double a = 1;  // internal centipawns that win every other game
    double b = 1;  // how many more or less make a difference
};

// It counts both sides: pawn 1, minor piece 3, rook 5, queen 9; 78 at the start.
int score_model_material(const Position& position);

// Both are cubic polynomials in material / score_model_material_unit, within these bounds.
constexpr int score_model_least_material = 17;
constexpr int score_model_most_material = 78;
constexpr double score_model_material_unit = 58;
ScoreModelParameters score_model_parameters(int material);

}  // namespace kibitz
