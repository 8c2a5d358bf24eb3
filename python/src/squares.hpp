// Colors, pieces and squares as Python writes them, in kibitz and kibitz.chess alike: True is
// White, pieces count from 1, squares from a1.
#pragma once

#include <pybind11/pybind11.h>

#include <optional>

#include "chess/bitboard.hpp"
#include "chess/piece.hpp"

namespace kibitz::python {

constexpr bool to_python(Color color) { return color == Color::white; }
constexpr Color color_of(bool white) { return white ? Color::white : Color::black; }
constexpr int to_python(PieceType type) { return index(type) + 1; }

inline Square square_of(int number) {
    if (number < 0 || number >= square_count) throw pybind11::index_error("squares are 0 to 63");
    return Square(number);
}

inline std::optional<int> to_python(Square square) {
    if (square.is_none()) return std::nullopt;
    return square.index();
}

// The shared object for a piece, None for no piece. kibitz/pieces.py hands the twelve in when it is
// imported.
pybind11::object piece_object(Piece piece);
// An object of its own for a piece, of the class of kibitz.chess, which hands that in.
pybind11::object own_piece_object(Piece piece);
pybind11::object piece_type_object(PieceType type);
// The pieces on some squares as a dictionary.
template <class PieceAt>
pybind11::dict piece_dict(Bitboard squares, const PieceAt& piece_at) {
    pybind11::dict pieces;
    for (const Square square : squares)
        pieces[pybind11::int_(square.index())] = piece_object(piece_at(square));
    return pieces;
}

}  // namespace kibitz::python
