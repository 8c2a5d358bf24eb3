// Moves as Python sees them: from, to and promotion, as UCI writes them.
//
// The library's own Move says more (its kind) and writes castling as the king taking its rook, so a
// move from Python has a meaning only on a board.
#pragma once

#include <pybind11/pybind11.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "chess/move.hpp"
#include "chess/position.hpp"

namespace kibitz::python {

struct BoardMove {
    Square from, to;
    PieceType promotion = PieceType::none;

    bool operator==(const BoardMove&) const = default;
};

// `chess960`: castling is written as the king taking its rook.
BoardMove to_board_move(Move move, bool chess960);
// The legal move that is meant; nothing if there is none.
std::optional<Move> legal_move(const Position& position, const BoardMove& move);

// A number of its own for each, from 0.
int number_of(const BoardMove& move);
// The move as a Python object. Moves never change, so each is made once and shared: a list of moves
// costs a few references.
pybind11::object move_object(const BoardMove& move);
pybind11::list move_list(std::span<const Move> moves, bool chess960);

std::string to_uci(const BoardMove& move);
// Throws a ValueError for text that is no move in UCI's notation.
BoardMove board_move_from_uci(std::string_view text);

}  // namespace kibitz::python
