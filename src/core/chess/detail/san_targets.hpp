// What SAN's writer and readers share: which pieces may go to a square.
#pragma once

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

// The pieces of one kind (knight, bishop, rook or queen) of the side to move that may legally go
// to the square.
inline Bitboard legal_origins(const Position& position, PieceType type, Square to) {
    const Color us = position.side_to_move();
    if (position.pieces(us).contains(to)) return {};
    const Square king = position.king(us);
    const Bitboard checkers = position.checkers();
    if (checkers.any() &&
        (checkers.several() || !(checkers | between(king, checkers.first())).contains(to)))
        return {};
    return piece_attacks(type, to, position.occupied()) & position.pieces(us, type) &
           (~position.pinned() | line(king, to));
}

// The reader for what is not ordinary SAN: slower, and with an answer to what is wrong.
std::expected<Move, MoveTextError> parse_human_move(const Position& position,
                                                    std::string_view text);

}  // namespace kibitz::detail
