#include "cli/terminal/score_text.hpp"

#include <cstdio>
#include <cstdlib>

namespace kibitz::cli {
namespace {

constexpr int centipawns_per_pawn = 100;

// Up to this many centipawns the words are used.
constexpr int about_even = 40;
constexpr int a_little_better = 100;
constexpr int clearly_better = 250;

}  // namespace

int moves_to_mate(Score mate) {
    const int plies = raw(score_mate) - std::abs(raw(mate));
    const int moves = (plies + 1) / 2;
    return mate > score_draw ? moves : -moves;
}

std::string score_text(Score score) {
    if (is_mate(score)) {
        const int moves = moves_to_mate(score);
        return moves == 0 ? "mate" : "#" + std::to_string(moves);
    }
    const int value = raw(score);
    char text[32];
    std::snprintf(text, sizeof text, "%s%d.%02d",
                  value > 0   ? "+"
                  : value < 0 ? "-"
                              : "",
                  std::abs(value) / centipawns_per_pawn, std::abs(value) % centipawns_per_pawn);
    return text;
}

std::string score_in_words(Score white_score) {
    const int value = raw(white_score);
    const std::string side = value > 0 ? "White" : "Black";
    if (is_mate(white_score)) {
        const int moves = std::abs(moves_to_mate(white_score));
        return moves == 0 ? "checkmate" : side + " mates in " + std::to_string(moves);
    }
    if (is_decisive(white_score)) return side + " wins by the endgame tables";
    if (std::abs(value) < about_even) return "the game is about even";
    if (std::abs(value) < a_little_better) return side + " is a little better";
    if (std::abs(value) < clearly_better) return side + " is clearly better";
    return side + " is winning";
}

}  // namespace kibitz::cli
