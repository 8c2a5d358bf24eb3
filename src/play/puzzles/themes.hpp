// What a puzzle is about: its motifs, its mate, its stage of the game.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "chess/position.hpp"

namespace kibitz::puzzles {

// In the order of their names. mate-in-1 ... mate-in-6; the motifs (chess/motifs.hpp) with hyphens,
// as discovered-attack; sacrifice, promotion, underpromotion, en-passant, castling; opening,
// middlegame or endgame.
std::vector<std::string> themes_of(const Position& start, std::span<const Move> moves);

}  // namespace kibitz::puzzles
