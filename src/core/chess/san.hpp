// SAN, the notation people read: Nf3, exd5, R1d2, O-O, e8=Q#.
//
// The writer follows the PGN standard to the letter (section 8.2.3). The reader has two ways:
// ordinary SAN is resolved by looking from the target square for the pieces that attack it,
// without making a list of moves; what people write beside the standard is matched against the
// list of legal moves.
// https://www.chessprogramming.org/Algebraic_Chess_Notation
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "chess/move.hpp"
#include "chess/move_text.hpp"
#include "chess/position.hpp"

namespace kibitz {

// The SAN of a legal move: as little disambiguation as legal moves need, + or # at the end.
std::string to_san(const Position& position, Move move);

// Reads a move as people write it. Beside SAN these are understood:
//   e8Q e8(Q) e8/Q     promotions; without a piece they are ambiguous
//   0-0 o-o-o OO       castling
//   ed exd exd5ep      short pawn captures, en passant marked
//   Ng1-e2 e2e4 e1g1   the square of departure, with or without the piece
//   nf3 E4 Pe4 Nf3:    letters in the wrong case (bxc3 is a pawn's move where it can be, else
//                      a bishop's), the pawn's letter, : for x
//   ♘f3 N×d5 O–O       figurines and typographic signs
//   12. Nf3!? e4 mate  move numbers and suffixes
// Whether + # and a piece's x are right is not looked at. A move number alone, two moves, or
// more than 40 bytes are not a move. -- and Z0 are MoveTextReason::null_move.
std::expected<Move, MoveTextError> parse_san(const Position& position, std::string_view text);

// Ordinary SAN only, at full speed; Move::none() where the text is not that, or not exactly one
// legal move. parse_san begins with this.
Move parse_ordinary_san(const Position& position, std::string_view text);

}  // namespace kibitz
