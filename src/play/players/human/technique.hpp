// What everybody learns early, whatever else they overlook: a mate in one, and winning against a
// bare king.
#pragma once

#include "chess/position.hpp"

namespace kibitz::players {

bool mates(const Position& position, Move move);
// The first move in the order of generation that mates; none if there is none.
Move mate_in_one(const Position& position);

// True if the opponent has only its king and the side to move a queen, a rook or a pawn: endgames
// with a method one can learn.
bool is_basic_endgame(const Position& position);

}  // namespace kibitz::players
