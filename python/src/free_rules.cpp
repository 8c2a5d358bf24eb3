// What can be said about a position: too little material, what is wrong with it, and whether it has
// been there before.
#include "free_position.hpp"

namespace kibitz::python {

namespace {

// The bits of kibitz.chess.Status.
enum StatusBit : int {
    no_white_king = 1 << 0,
    no_black_king = 1 << 1,
    too_many_kings = 1 << 2,
    too_many_white_pawns = 1 << 3,
    too_many_black_pawns = 1 << 4,
    pawns_on_back_rank = 1 << 5,
    too_many_white_pieces = 1 << 6,
    too_many_black_pieces = 1 << 7,
    bad_castling_rights = 1 << 8,
    invalid_en_passant = 1 << 9,
    opposite_check = 1 << 10,
    empty_board = 1 << 11,
    too_many_checkers = 1 << 15,
    impossible_check = 1 << 16,
};

constexpr int most_pawns = 8;
constexpr int most_pieces = 16;
constexpr int most_checkers = 2;

}  // namespace

bool FreePosition::has_insufficient_material(Color color) const {
    const Bitboard own = of(color);
    if ((own & (of(PieceType::pawn) | of(PieceType::rook) | of(PieceType::queen))).any())
        return false;
    // A knight mates only with the help of a piece that takes its own king's squares; a queen
    // cannot but take it.
    if ((own & of(PieceType::knight)).any())
        return own.count() <= 2 &&
               (of(~color) & ~of(PieceType::king) & ~of(PieceType::queen)).empty();
    if ((own & of(PieceType::bishop)).any()) {
        const Bitboard bishops = of(PieceType::bishop);
        const bool one_color =
            (bishops & light_squares).empty() || (bishops & dark_squares).empty();
        return one_color && of(PieceType::pawn).empty() && of(PieceType::knight).empty();
    }
    return true;
}

bool FreePosition::was_into_check() const {
    const Square square = king(~turn);
    return !square.is_none() && attackers(turn, square).any();
}

// The square behind a pawn that can just have moved two steps.
Square FreePosition::valid_en_passant() const {
    if (en_passant.is_none() || relative(en_passant.rank(), turn) != Rank::r6)
        return Square::none();
    const Direction ahead = forward(turn);
    const Square start = en_passant + ahead;
    const bool has_pawn = of(~turn, PieceType::pawn).contains(en_passant - ahead);
    const bool was_free = (occupied() & (en_passant | start)).empty();
    return has_pawn && was_free ? en_passant : Square::none();
}

// Whether no last move can have given the check.
bool FreePosition::is_impossible_check() const {
    const Bitboard giving = checkers();
    if (giving.empty()) return false;
    const Square own_king = king(turn);
    if (const Square passed = valid_en_passant(); !passed.is_none()) {
        const Square arrived = passed - forward(turn);
        const Square started = passed + forward(turn);
        const Bitboard before = (occupied() & ~Bitboard(arrived)) | started;
        return giving.several() ||
               (giving.last() != arrived && attackers(~turn, own_king, before).any());
    }
    const Bitboard steppers =
        giving & (of(PieceType::pawn) | of(PieceType::knight) | of(PieceType::king));
    const bool aligned =
        giving.count() == 2 && line(giving.first(), giving.last()).contains(own_king);
    return giving.count() > most_checkers || aligned || steppers.several();
}

int FreePosition::status() const {
    int found = 0;
    const auto note = [&](bool is_so, StatusBit bit) { found |= is_so ? bit : 0; };
    const Bitboard pawns = of(PieceType::pawn);
    note(occupied().empty(), empty_board);
    note(of(Color::white, PieceType::king).empty(), no_white_king);
    note(of(Color::black, PieceType::king).empty(), no_black_king);
    note(of(PieceType::king).count() > 2, too_many_kings);
    note(of(Color::white).count() > most_pieces, too_many_white_pieces);
    note(of(Color::black).count() > most_pieces, too_many_black_pieces);
    note((of(Color::white) & pawns).count() > most_pawns, too_many_white_pawns);
    note((of(Color::black) & pawns).count() > most_pawns, too_many_black_pawns);
    note((pawns & (Bitboard(Rank::r1) | Bitboard(Rank::r8))).any(), pawns_on_back_rank);
    note(castling_rooks != clean_castling_rooks(), bad_castling_rights);
    note(en_passant != valid_en_passant(), invalid_en_passant);
    note(was_into_check(), opposite_check);
    note(checkers().count() > most_checkers, too_many_checkers);
    note(is_impossible_check(), impossible_check);
    return found;
}

bool FreePosition::repeats(const FreePosition& other) const {
    if (!same_pieces(other) || turn != other.turn ||
        clean_castling_rooks() != other.clean_castling_rooks())
        return false;
    const auto passed = [](const FreePosition& position) {
        return position.legal_en_passant().empty() ? Square::none() : position.en_passant;
    };
    return passed(*this) == passed(other);
}

}  // namespace kibitz::python
