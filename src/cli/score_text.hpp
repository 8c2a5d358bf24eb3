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

// In pawns with a sign, "+0.35", "-1.20", "0.00"; or moves to mate, "#3", "#-2".
std::string score_text(Score score);

// "White is a little better", "the game is about even", "Black mates in 3".
std::string score_in_words(Score white_score);

}  // namespace kibitz::cli
