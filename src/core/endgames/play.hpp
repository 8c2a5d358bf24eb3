// How the tables play: what every move is worth, and the best one for either side.
#pragma once

#include <optional>
#include <vector>

#include "chess/move.hpp"
#include "chess/random.hpp"
#include "endgames/tables.hpp"

namespace kibitz::endgames {

struct RatedMove {
    Move move;
    Verdict verdict;  // for the side that makes it; the move counts
};

// The legal moves; none where a table is missing.
std::vector<RatedMove> rated_moves(const Position& position, const Tables& tables);

// Whether the first is better: a quicker win, a later loss.
bool is_better(const Verdict& one, const Verdict& other);

// The quickest win; the longest resistance; in a draw a move after which the fewest answers hold
// it. One of those that are equally good. Nothing where there is no move or no table.
std::optional<Move> best_move(const Position& position, const Tables& tables, SplitMix& random);

// The moves of best play from here, at most so many.
std::vector<Move> best_line(Position position, const Tables& tables, int most, SplitMix& random);

}  // namespace kibitz::endgames
