// A line of play as the page gives it: a start and the moves from it, both as text.
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "chess/outcome.hpp"
#include "page_protocol/text_error.hpp"

namespace kibitz::page_protocol {

// A FEN (fields missing at the end are filled in), "startpos" or nothing for the standard start,
// or "chess960 N" with N from 0 to 959.
std::expected<Position, TextError> parse_start(std::string_view text);

// Moves in the notation of UCI or as people write them, separated by blanks.
std::expected<Line, TextError> parse_line(std::string_view start, std::string_view moves);

// One such move.
std::expected<Move, TextError> parse_move(const Position& position, std::string_view text);

// Castling by the king's own squares where both players' kings and rooks stand as usual.
std::string move_name(const Line& line, Move move);

}  // namespace kibitz::page_protocol
