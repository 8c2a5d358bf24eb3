// What each piece attacks from a square, and the lines between squares.
//
// Pawns, knights and kings are looked up. Sliders use one table in which each square has a
// region indexed by the blockers on its lines: by PEXT where the CPU path has a fast one,
// by a magic multiplication elsewhere (https://www.chessprogramming.org/Magic_Bitboards).
#pragma once

#include <array>
#include <cstdint>

#include "chess/bitboard.hpp"
#include "chess/piece.hpp"

#ifdef KIBITZ_USE_PEXT
#include <immintrin.h>
#endif

namespace kibitz {

namespace detail {

// One square's region in the slider table.
struct SliderLookup {
    std::uint64_t mask;   // the squares on whose occupancy the attacks depend
    std::uint64_t magic;  // see magics.hpp
    std::uint32_t offset;
    std::uint32_t shift;
};

// The sum over all squares of 2^(number of mask squares), rooks and bishops together.
constexpr int slider_table_size = 102'400 + 5'248;

extern const std::array<SliderLookup, square_count> rook_lookup;
extern const std::array<SliderLookup, square_count> bishop_lookup;
extern const std::array<std::uint64_t, slider_table_size> slider_table_magic;
extern const std::array<std::uint64_t, slider_table_size> slider_table_pext;

inline Bitboard slider_attacks(const SliderLookup& lookup, Bitboard occupied) {
#ifdef KIBITZ_USE_PEXT
    return Bitboard(slider_table_pext[lookup.offset + _pext_u64(occupied.bits(), lookup.mask)]);
#else
    const std::uint64_t slot = ((occupied.bits() & lookup.mask) * lookup.magic) >> lookup.shift;
    return Bitboard(slider_table_magic[lookup.offset + static_cast<std::size_t>(slot)]);
#endif
}

// Tables over pairs of squares and over leapers, made at compile time.
struct LineTables {
    std::array<std::array<Bitboard, square_count>, square_count> between;
    std::array<std::array<Bitboard, square_count>, square_count> line;
    std::array<std::array<Bitboard, square_count>, color_count> pawn;
    std::array<Bitboard, square_count> knight;
    std::array<Bitboard, square_count> king;
    std::array<Bitboard, square_count> rook_rays;      // rook attacks on an empty board
    std::array<Bitboard, square_count> bishop_rays;    // bishop attacks on an empty board
    std::array<Bitboard, square_count> diagonal;       // the a1-h8 direction through a square
    std::array<Bitboard, square_count> anti_diagonal;  // the h1-a8 direction through a square
};
extern const LineTables line_tables;

}  // namespace detail

// The squares a pawn of `side` on `square` attacks.
inline Bitboard pawn_attacks(Color side, Square square) {
    return detail::line_tables
        .pawn[static_cast<std::size_t>(index(side))][static_cast<std::size_t>(square.index())];
}
inline Bitboard knight_attacks(Square square) {
    return detail::line_tables.knight[static_cast<std::size_t>(square.index())];
}
inline Bitboard king_attacks(Square square) {
    return detail::line_tables.king[static_cast<std::size_t>(square.index())];
}
inline Bitboard rook_attacks(Square square, Bitboard occupied) {
    return detail::slider_attacks(detail::rook_lookup[static_cast<std::size_t>(square.index())],
                                  occupied);
}
inline Bitboard bishop_attacks(Square square, Bitboard occupied) {
    return detail::slider_attacks(detail::bishop_lookup[static_cast<std::size_t>(square.index())],
                                  occupied);
}
inline Bitboard queen_attacks(Square square, Bitboard occupied) {
    return rook_attacks(square, occupied) | bishop_attacks(square, occupied);
}
// Attacks on an empty board.
inline Bitboard rook_rays(Square square) {
    return detail::line_tables.rook_rays[static_cast<std::size_t>(square.index())];
}
inline Bitboard bishop_rays(Square square) {
    return detail::line_tables.bishop_rays[static_cast<std::size_t>(square.index())];
}
// Attacks of any piece but a pawn (whose attacks depend on its colour).
inline Bitboard piece_attacks(PieceType type, Square square, Bitboard occupied) {
    switch (type) {
        case PieceType::knight: return knight_attacks(square);
        case PieceType::bishop: return bishop_attacks(square, occupied);
        case PieceType::rook: return rook_attacks(square, occupied);
        case PieceType::queen: return queen_attacks(square, occupied);
        case PieceType::king: return king_attacks(square);
        default: return {};
    }
}

// All squares attacked by a set of pawns.
template <Color side>
constexpr Bitboard pawn_attacks(Bitboard pawns) {
    if constexpr (side == Color::white)
        return pawns.shift<Direction::north_east>() | pawns.shift<Direction::north_west>();
    else
        return pawns.shift<Direction::south_east>() | pawns.shift<Direction::south_west>();
}
inline Bitboard pawn_attacks(Color side, Bitboard pawns) {
    return side == Color::white ? pawn_attacks<Color::white>(pawns)
                                : pawn_attacks<Color::black>(pawns);
}

// The squares strictly between two squares on one line; empty where they share none.
inline Bitboard between(Square a, Square b) {
    return detail::line_tables
        .between[static_cast<std::size_t>(a.index())][static_cast<std::size_t>(b.index())];
}
// The whole line (rank, file or diagonal) through two squares; empty where they share none.
inline Bitboard line(Square a, Square b) {
    return detail::line_tables
        .line[static_cast<std::size_t>(a.index())][static_cast<std::size_t>(b.index())];
}
inline Bitboard diagonal(Square square) {
    return detail::line_tables.diagonal[static_cast<std::size_t>(square.index())];
}
inline Bitboard anti_diagonal(Square square) {
    return detail::line_tables.anti_diagonal[static_cast<std::size_t>(square.index())];
}

}  // namespace kibitz
