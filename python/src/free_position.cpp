#include "free_position.hpp"

namespace kibitz::python {

PieceType FreePosition::type_at(Square square) const {
    for (int type = 0; type < piece_type_count; ++type)
        if (types[static_cast<std::size_t>(type)].contains(square))
            return static_cast<PieceType>(type);
    return PieceType::none;
}

Piece FreePosition::piece_at(Square square) const {
    if (!occupied().contains(square)) return Piece::none;
    const Color color = of(Color::white).contains(square) ? Color::white : Color::black;
    return make_piece(color, type_at(square));
}

PieceType FreePosition::remove(Square square) {
    const PieceType type = type_at(square);
    const Bitboard others = ~Bitboard(square);
    for (Bitboard& pieces : types) pieces &= others;
    for (Bitboard& pieces : colors) pieces &= others;
    promoted &= others;
    return type;
}

void FreePosition::put(Square square, PieceType type, Color color, bool is_promoted) {
    remove(square);
    types[static_cast<std::size_t>(index(type))] |= square;
    colors[static_cast<std::size_t>(index(color))] |= square;
    if (is_promoted) promoted |= square;
}

void FreePosition::clear_pieces() {
    types = {};
    colors = {};
    promoted = {};
}

Square FreePosition::king(Color color) const {
    const Bitboard kings = of(color, PieceType::king) & ~promoted;
    return kings.empty() ? Square::none() : kings.last();
}

Bitboard FreePosition::attacks(Square square) const {
    const PieceType type = type_at(square);
    if (type == PieceType::pawn)
        return pawn_attacks(of(Color::white).contains(square) ? Color::white : Color::black,
                            square);
    return piece_attacks(type, square, occupied());
}

Bitboard FreePosition::attackers(Color color, Square square, Bitboard occupied) const {
    const Bitboard queens = of(PieceType::queen);
    const Bitboard attackers =
        (king_attacks(square) & of(PieceType::king)) |
        (knight_attacks(square) & of(PieceType::knight)) |
        (rook_attacks(square, occupied) & (queens | of(PieceType::rook))) |
        (bishop_attacks(square, occupied) & (queens | of(PieceType::bishop))) |
        (pawn_attacks(~color, square) & of(PieceType::pawn));
    return attackers & of(color);
}

Bitboard FreePosition::checkers() const {
    const Square square = king(turn);
    return square.is_none() ? Bitboard() : attackers(~turn, square);
}

Bitboard FreePosition::pin(Color color, Square square) const {
    const Square own = king(color);
    if (own.is_none()) return all_squares;
    const Bitboard queens = of(PieceType::queen);
    Bitboard snipers;
    if (rook_rays(own).contains(square))
        snipers = rook_rays(own) & (of(PieceType::rook) | queens);
    else if (bishop_rays(own).contains(square))
        snipers = bishop_rays(own) & (of(PieceType::bishop) | queens);
    for (const Square sniper : snipers& of(~color))
        if ((between(sniper, own) & (occupied() | square)) == Bitboard(square))
            return line(own, sniper);
    return all_squares;
}

bool FreePosition::same_pieces(const FreePosition& other) const {
    return types == other.types && colors == other.colors;
}

}  // namespace kibitz::python
