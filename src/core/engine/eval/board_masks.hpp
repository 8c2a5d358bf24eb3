// Sets of squares the evaluation asks for: what lies ahead of a pawn, around a king, in a flank.
#pragma once

#include <algorithm>
#include <cstdlib>

#include "chess/bitboard.hpp"

namespace kibitz {

// Steps a king needs from one square to the other.
constexpr int king_distance(Square a, Square b) {
    const int files = index(a.file()) - index(b.file());
    const int ranks = index(a.rank()) - index(b.rank());
    return std::max(files < 0 ? -files : files, ranks < 0 ? -ranks : ranks);
}

// The ranks in front of a square, as `side` sees it.
template <Color side>
constexpr Bitboard ranks_ahead(Square square) {
    if constexpr (side == Color::white)
        return Bitboard((all_squares.bits() << 8 * index(square.rank())) << 8);
    else
        return Bitboard((all_squares.bits() >> 8 * (7 - index(square.rank()))) >> 8);
}

constexpr Bitboard with_neighbours(Bitboard files) {
    return files | files.shift<Direction::east>() | files.shift<Direction::west>();
}
constexpr Bitboard neighbour_files(File file) {
    const Bitboard own(file);
    return own.shift<Direction::east>() | own.shift<Direction::west>();
}

template <Color side>
constexpr Bitboard file_ahead(Square square) {
    return ranks_ahead<side>(square) & Bitboard(square.file());
}

// The squares whose enemy pawns could stop or capture a pawn on its way.
template <Color side>
constexpr Bitboard passed_mask(Square square) {
    return ranks_ahead<side>(square) & with_neighbours(Bitboard(square.file()));
}

template <Color side>
constexpr Bitboard step_forward(Bitboard squares) {
    return squares.shift<forward(side)>();
}
template <Color side>
constexpr Bitboard fill_forward(Bitboard squares) {
    squares |= step_forward<side>(squares);
    squares |= step_forward<side>(step_forward<side>(squares));
    return squares |
           step_forward<side>(step_forward<side>(step_forward<side>(step_forward<side>(squares))));
}

template <Color side>
constexpr Bitboard relative_rank(Rank rank) {
    return Bitboard(relative(rank, side));
}

inline constexpr Bitboard center_files{Bitboard(File::c) | Bitboard(File::d) | Bitboard(File::e) |
                                       Bitboard(File::f)};

// The part of the board a king lives in: its wing, or the centre.
constexpr Bitboard king_flank(File file) {
    const Bitboard queenside = Bitboard(File::a) | Bitboard(File::b) | Bitboard(File::c);
    const Bitboard kingside = Bitboard(File::f) | Bitboard(File::g) | Bitboard(File::h);
    if (index(file) <= index(File::b)) return queenside;
    if (file == File::c) return queenside | Bitboard(File::d);
    if (file == File::f) return kingside | Bitboard(File::e);
    if (index(file) >= index(File::g)) return kingside;
    return center_files;
}

}  // namespace kibitz
