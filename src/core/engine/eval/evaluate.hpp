// The hand-crafted evaluation: what a position is worth, judged without looking ahead.
//
// Its terms were chosen by people, its weights tuned on games. It is what the engine thinks with
// where no network is loaded, and what explains itself to people.
#pragma once

#include <array>

#include "chess/position.hpp"
#include "engine/eval/packed_score.hpp"
#include "engine/eval/terms.hpp"

namespace kibitz {

class PawnTable;

// Evaluations stay strictly within this, whatever is on the board.
constexpr int max_evaluation = 30'000;

// In internal centipawns (about 100 to a pawn), from the side to move's view. The position may
// be in check, but the number is made for quiet positions. With a table (pawn_structure.hpp)
// the result is the same, sooner.
int evaluate(const Position& position);
int evaluate(const Position& position, PawnTable& table);

// An evaluation taken apart.
struct EvalTrace {
    // What each group of terms gives each side.
    std::array<std::array<PackedScore, color_count>, term_group_count> shares;
    // They have units of their own; each side's danger, as a penalty, is part of its king's share.
    std::array<int, color_count> danger{};
    int phase = 0;              // of full_phase
    int scale = 0;              // of full_scale
    int driven_king_bonus = 0;  // White's point of view
    PackedScore total;          // of the shares, White's point of view
    int white_score = 0;        // the evaluation, White's point of view
};
EvalTrace trace_evaluation(const Position& position);

}  // namespace kibitz
