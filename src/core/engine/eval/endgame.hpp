// Endgame knowledge that weights cannot express: which advantages do not win, and how to drive
// a bare king to where it is mated.
#pragma once

#include "chess/position.hpp"

namespace kibitz {

// How much of `strong`'s endgame advantage counts, in units of 1/full_scale
// (https://www.chessprogramming.org/Endgame#Drawish_Endgames).
int endgame_scale(const Position& position, Color strong);

// A bonus for `strong`, in centipawns, when the other side has nothing but its king and strong
// can force mate, or nothing but a rook against a queen: the nearer that king to the edge (to a
// corner of the bishop's colour, with bishop and knight) and to the other king, the higher. 0 in
// other positions.
int driven_king_bonus(const Position& position, Color strong);

// Endings decided by what is known about them: against a bare king, or few pieces without pawns.
// A network sees too few of them in games to know that rook against bishop is a draw, and where
// to drive a king.
bool is_textbook_ending(const Position& position);

}  // namespace kibitz
