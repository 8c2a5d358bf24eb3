// The line that the transposition table expects after a move.
#pragma once

#include <span>
#include <vector>

#include "chess/position.hpp"
#include "engine/transposition_table.hpp"

namespace kibitz::search {

// Begins with `first`, which is legal in `root`. All moves are legal; the line ends where the table
// knows no more, where a position repeats one of `keys` (those of the game, ending with the root's)
// or of the line, or after `length` moves.
std::vector<Move> line_from_table(const TranspositionTable& table, const Position& root,
                                  std::span<const Key> keys, Move first, int length);

}  // namespace kibitz::search
