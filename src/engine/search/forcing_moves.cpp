#include "engine/search/forcing_moves.hpp"

#include "chess/attacks.hpp"

namespace kibitz::search {

bool has_forcing_moves(const Position& position, Color color) {
    const Bitboard far_ranks =
        Bitboard(relative(Rank::r6, color)) | Bitboard(relative(Rank::r7, color));
    if ((position.pieces(color, PieceType::pawn) & far_ranks).any()) return true;

    const Square king = position.king(~color);
    const Bitboard diagonals = bishop_attacks(king, position.occupied());
    const Bitboard lines = rook_attacks(king, position.occupied());
    const auto attacks = [&](PieceType type) { return position.attacks_by(color, type); };
    const Bitboard checks = (attacks(PieceType::knight) & knight_attacks(king)) |
                            (attacks(PieceType::bishop) & diagonals) |
                            (attacks(PieceType::rook) & lines) |
                            (attacks(PieceType::queen) & (diagonals | lines));
    return (checks & ~position.pieces(color)).any();
}

}  // namespace kibitz::search
