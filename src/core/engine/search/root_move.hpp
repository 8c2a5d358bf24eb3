// RootMove: a move at the root and what its searches have found.
#pragma once

#include <span>
#include <vector>

#include "chess/move.hpp"
#include "engine/score.hpp"

namespace kibitz::search {

// A line that was searched to the end, with the score it then had.
struct CompletedLine {
    Depth depth = 0;  // of the iteration that found it; 0 if there is none
    Score score = -score_infinite;
    std::vector<Move> moves;
};

struct RootMove {
    Move move;
    Score score = -score_infinite;           // in the current iteration
    Score previous_score = -score_infinite;  // in the iteration before
    Score average_score = score_none;        // a running average over iterations
    Bound bound = Bound::exact;              // of `score`
    Depth selective_depth = 0;
    std::uint64_t nodes = 0;
    CompletedLine line;          // the latest; a bound never replaces it
    CompletedLine earlier_line;  // the latest of an earlier iteration
    int tablebase_rank = 0;
    Score tablebase_score = score_none;

    // Records the exact score of the move and the moves expected after it.
    void complete_line(Depth depth, std::span<const Move> rest);
    // The line that the iteration of this depth found, or null.
    [[nodiscard]] const CompletedLine* line_of_iteration(Depth depth) const;
    // It is of the current iteration or, if that has not searched it, of the one before.
    [[nodiscard]] Score latest_score() const {
        return score != -score_infinite ? score : previous_score;
    }
    // The search has shown that the move is better than the best so far, but not by how much.
    [[nodiscard]] bool fails_high() const {
        return score != -score_infinite && bound == Bound::lower;
    }
};

// Sort the best first and leave equals in their order.
void sort_by_score(std::span<RootMove> moves);
void sort_by_latest_score(std::span<RootMove> moves);

}  // namespace kibitz::search
