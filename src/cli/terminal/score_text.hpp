// Scores as people read them.
#pragma once

#include <string>

#include "chess/color.hpp"
#include "engine/score.hpp"

namespace kibitz::cli {

// The score as White sees it. Scores of the engine are for the side to move.
constexpr Score for_white(Score score, Color side_to_move) {
    return side_to_move == Color::white ? score : -score;
}

// Moves to the mate, negative if the side that the score is for is mated; 0 if it is on the board.
// Unlike mate_moves() it does not ask that the score is the one of the side to move.
int moves_to_mate(Score mate);

// The text is in pawns with a sign, "+0.35", "-1.20", "0.00"; or in moves to mate, "#3", "#-2",
// "mate".
std::string score_text(Score score);

// "White is a little better", "the game is about even", "Black mates in 3".
std::string score_in_words(Score white_score);

}  // namespace kibitz::cli
