// Castling rights, the kinds of moves, and making one.
#include <cstdlib>

#include "free_position.hpp"

namespace kibitz::python {

namespace {

constexpr Bitboard back_rank(Color color) { return Bitboard(relative(Rank::r1, color)); }
constexpr Bitboard corners = Bitboard(squares::a1) | squares::h1 | squares::a8 | squares::h8;

// From where a king castles in the usual game, and to where the king goes and the rook stands.
struct StandardCastling {
    Square king, king_to, rook;
};
constexpr std::array<StandardCastling, 4> standard_castlings = {{
    {.king = squares::e1, .king_to = squares::g1, .rook = squares::h1},
    {.king = squares::e1, .king_to = squares::c1, .rook = squares::a1},
    {.king = squares::e8, .king_to = squares::g8, .rook = squares::h8},
    {.king = squares::e8, .king_to = squares::c8, .rook = squares::a8},
}};

bool is_plain(const FreeMove& move) {
    return move.promotion == PieceType::none && move.drop == PieceType::none;
}

// A pawn's step to the side and forward goes over 7 or 9 squares.
bool is_pawn_capture_step(const FreeMove& move) {
    const int distance = std::abs(move.to.index() - move.from.index());
    return distance == 7 || distance == 9;
}

}  // namespace

Bitboard FreePosition::clean_castling_rooks() const {
    Bitboard clean;
    for (const Color color : {Color::white, Color::black}) {
        Bitboard rooks = castling_rooks & of(color, PieceType::rook) & back_rank(color);
        const Bitboard kings = of(color, PieceType::king) & back_rank(color) & ~promoted;
        if (rooks.empty() || kings.empty()) continue;
        if (!chess960) {
            if (kings.contains(squares::e1.relative(color))) clean |= rooks & corners;
            continue;
        }
        // One rook on each side of the king: the outermost.
        if (rooks.first() < kings.last()) clean |= rooks.first();
        if (rooks.last() > kings.last()) clean |= rooks.last();
    }
    return clean;
}

FreeMove FreePosition::inward(const FreeMove& move) const {
    for (const auto& [king, king_to, rook] : standard_castlings)
        if (is_plain(move) && move.from == king && move.to == king_to &&
            of(PieceType::king).contains(king) && !of(PieceType::rook).contains(king_to))
            return {.from = king, .to = rook};
    return move;
}

FreeMove FreePosition::outward(const FreeMove& move, bool as_chess960) const {
    if (as_chess960) return move;
    for (const auto& [king, king_to, rook] : standard_castlings)
        if (is_plain(move) && move.from == king && move.to == rook &&
            of(PieceType::king).contains(king))
            return {.from = king, .to = king_to};
    return move;
}

bool FreePosition::is_en_passant(const FreeMove& move) const {
    return move.to == en_passant && of(PieceType::pawn).contains(move.from) &&
           is_pawn_capture_step(move) && !occupied().contains(move.to);
}

bool FreePosition::is_capture(const FreeMove& move) const {
    return (move.touched() & of(~turn)).any() || is_en_passant(move);
}

bool FreePosition::is_zeroing(const FreeMove& move) const {
    return (move.touched() & (of(PieceType::pawn) | of(~turn))).any() ||
           move.drop == PieceType::pawn;
}

bool FreePosition::is_castling(const FreeMove& move) const {
    if (!of(PieceType::king).contains(move.from)) return false;
    const int steps = std::abs(index(move.from.file()) - index(move.to.file()));
    return steps > 1 || of(turn, PieceType::rook).contains(move.to);
}

bool FreePosition::reduces_castling_rights(const FreeMove& move) const {
    const Bitboard rights = clean_castling_rooks();
    if ((move.touched() & rights).any()) return true;
    for (const Color color : {Color::white, Color::black}) {
        const Bitboard kings = of(color, PieceType::king) & ~promoted;
        if ((rights & back_rank(color)).any() && (move.touched() & kings).any()) return true;
    }
    return false;
}

bool FreePosition::is_irreversible(const FreeMove& move) const {
    return is_zeroing(move) || reduces_castling_rights(move) || !legal_en_passant().empty();
}

bool FreePosition::play(const FreeMove& outer) {
    const FreeMove move = inward(outer);
    const bool is_null = move.is_null();
    if (!is_null && !move.is_drop() && type_at(move.from) == PieceType::none) return false;

    const bool zeroes = !is_null && is_zeroing(move);
    const Square passed = en_passant;
    const Bitboard rights = clean_castling_rooks();
    const Color us = turn;
    en_passant = Square::none();
    castling_rooks = rights;
    halfmove_clock = zeroes ? 0 : halfmove_clock + 1;
    if (us == Color::black) ++fullmove_number;
    turn = ~us;
    if (is_null) return true;
    if (move.is_drop()) {
        put(move.to, move.drop, us);
        return true;
    }

    const bool castles = of(us, PieceType::king).contains(move.from) && of(us).contains(move.to) &&
                         move.from != move.to;
    const bool was_promoted = promoted.contains(move.from);
    PieceType type = remove(move.from);
    castling_rooks &= ~(move.from | move.to);
    if (type == PieceType::king && !was_promoted) castling_rooks &= ~back_rank(us);
    if (of(~us, PieceType::king).contains(move.to)) castling_rooks &= ~back_rank(~us);

    if (type == PieceType::pawn) {
        const int distance = move.to.index() - move.from.index();
        if (std::abs(distance) == 16 && relative(move.from.rank(), us) == Rank::r2)
            en_passant = Square((move.from.index() + move.to.index()) / 2);
        else if (move.to == passed && is_pawn_capture_step(move) && !occupied().contains(move.to))
            remove(passed - forward(us));
    }
    if (castles) {
        const bool kingside = move.to > move.from;
        remove(move.to);
        put((kingside ? squares::g1 : squares::c1).relative(us), PieceType::king, us);
        put((kingside ? squares::f1 : squares::d1).relative(us), PieceType::rook, us);
        return true;
    }
    const bool promotes = move.promotion != PieceType::none;
    put(move.to, promotes ? move.promotion : type, us, was_promoted || promotes);
    return true;
}

}  // namespace kibitz::python
