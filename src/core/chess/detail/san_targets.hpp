// What SAN's writer and readers share: which pieces may go to a square.
#pragma once

#include <array>
#include <cstddef>
#include <expected>
#include <string_view>

#include "chess/move_text.hpp"
#include "chess/position.hpp"

namespace kibitz::detail {

// True if a piece other than the king may make this step, capture or not, as far as its own king's
// safety goes. It must not be asked about captures en passant.
inline bool keeps_king_safe(const Position& position, Square from, Square to) {
    const Square king = position.king(position.side_to_move());
    const Bitboard checkers = position.checkers();
    if (checkers.several()) return false;
    if (checkers.any() && !(checkers | between(king, checkers.first())).contains(to)) return false;
    return !position.pinned().contains(from) || line(king, from).contains(to);
}

// From where a knight, bishop, rook or queen attacks the square if nothing is in its way. Looked
// up, since a processor does not foresee which kind of piece moves next.
inline Bitboard origins_on_empty_board(PieceType type, Square to) {
    using OfSquares = const std::array<Bitboard, square_count>*;
    static constexpr auto tables = [] {
        constexpr OfSquares knight = &line_tables.knight, rook = &line_tables.rook_rays,
                            bishop = &line_tables.bishop_rays;
        std::array<std::array<OfSquares, 2>, piece_type_count> both{};
        both[static_cast<std::size_t>(PieceType::knight)] = {knight, knight};
        both[static_cast<std::size_t>(PieceType::bishop)] = {bishop, bishop};
        both[static_cast<std::size_t>(PieceType::rook)] = {rook, rook};
        both[static_cast<std::size_t>(PieceType::queen)] = {rook, bishop};
        return both;
    }();
    const auto& [first, second] = tables[static_cast<std::size_t>(type)];
    const auto square = static_cast<std::size_t>(to.index());
    return (*first)[square] | (*second)[square];
}

// The pieces of one kind (knight, bishop, rook or queen) of the side to move that may legally go
// to the square. Of the few that could, the way is looked at: that is at hand sooner than the table
// of all attacks of sliders, which is far larger.
inline Bitboard legal_origins(const Position& position, PieceType type, Square to) {
    const Color us = position.side_to_move();
    if (position.pieces(us).contains(to)) return {};
    const Square king = position.king(us);
    const Bitboard checkers = position.checkers();
    if (checkers.any() &&
        (checkers.several() || !(checkers | between(king, checkers.first())).contains(to)))
        return {};
    Bitboard origins = origins_on_empty_board(type, to) & position.pieces(us, type);
    if ((origins & position.pinned()).any()) origins &= ~position.pinned() | line(king, to);
    for (const Square from : origins)
        if ((between(from, to) & position.occupied()).any()) origins ^= from;
    return origins;
}

// The reader for what is not ordinary SAN: slower, and with an answer to what is wrong.
std::expected<Move, MoveTextError> parse_human_move(const Position& position,
                                                    std::string_view text);

}  // namespace kibitz::detail
