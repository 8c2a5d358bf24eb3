#include "engine/search/forcing_moves.hpp"

namespace kibitz::search {

bool has_forcing_moves(const Position& position, Color color) {
    const Bitboard far_ranks =
        Bitboard(relative(Rank::r6, color)) | Bitboard(relative(Rank::r7, color));
    if ((position.pieces(color, PieceType::pawn) & far_ranks).any()) return true;

    const auto check_squares = position.check_squares(color);
    Bitboard checks;
    for (const PieceType type :
         {PieceType::knight, PieceType::bishop, PieceType::rook, PieceType::queen})
        checks |= position.attacks_by(color, type) & check_squares[static_cast<std::size_t>(type)];
    return (checks & ~position.pieces(color)).any();
}

}  // namespace kibitz::search
