// Moves as people type them, and a friendly answer to those that cannot be played.
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "chess/move_text.hpp"
#include "chess/position.hpp"

namespace kibitz::cli {

// What parse_san reads, and words: "e2 e4", "e2 to e4", "knight f3", "knight takes e5", "castle",
// "castle long".
std::expected<Move, MoveTextError> read_typed_move(const Position& position,
                                                   std::string_view typed);

// What is wrong with the move and what can be played instead, in a sentence or two.
std::string advise(const Position& position, const MoveTextError& error);

// "knight from g1 to f3, taking a pawn": a legal move for people who do not know the notation.
std::string move_in_words(const Position& position, Move move);

std::string name_of(PieceType type);  // "knight"
std::string name_of(Color color);     // "White"

// "Nf3, Nc3 or Nh3"
std::string list_of_moves(const Position& position, const MoveList& moves);

}  // namespace kibitz::cli
