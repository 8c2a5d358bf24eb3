#include "players/human/technique.hpp"

#include "chess/movegen.hpp"

namespace kibitz::players {

bool mates(const Position& position, Move move) {
    return position.gives_check(move, position.check_info()) &&
           !has_legal_move(position.after(move));
}

Move mate_in_one(const Position& position) {
    for (const Move move : legal_moves(position))
        if (mates(position, move)) return move;
    return Move::none();
}

bool is_basic_endgame(const Position& position) {
    const Color us = position.side_to_move();
    const Bitboard helpers =
        position.pieces(us) & (position.pieces(PieceType::pawn) | position.pieces(PieceType::rook) |
                               position.pieces(PieceType::queen));
    return position.pieces(~us).count() == 1 && helpers.any();
}

}  // namespace kibitz::players
