// Moves in the long algebraic notation of UCI: e2e4, e7e8q, e1g1.
// https://www.chessprogramming.org/UCI
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "chess/move.hpp"
#include "chess/move_text.hpp"
#include "chess/position.hpp"

namespace kibitz {

// Castling is the king's two squares (e1g1), or with `chess960` the king taking its own rook
// (e1h1). Move::none() is 0000.
std::string to_uci(Move move, bool chess960 = false);

// Reads both forms of castling, whatever the game: the king taking its own rook always means
// castling; a king's step to c1, g1, c8 or g8 is a plain king move wherever that is legal.
// A promotion without its piece is ambiguous. 0000 is MoveTextReason::null_move.
std::expected<Move, MoveTextError> parse_uci(const Position& position, std::string_view text);

}  // namespace kibitz
