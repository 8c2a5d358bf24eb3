#include "chess/san.hpp"

#include <array>

#include "chess/detail/played_san.hpp"
#include "chess/detail/san_targets.hpp"
#include "chess/detail/text.hpp"
#include "chess/movegen.hpp"

namespace kibitz {
namespace {

using detail::keeps_king_safe;
using detail::legal_origins;

constexpr std::string_view castling_kingside = "O-O";
constexpr std::string_view castling_queenside = "O-O-O";

void append(std::string& out, Square square) {
    out += to_char(square.file());
    out += to_char(square.rank());
}

// The shortest of file, rank and square that tells the piece on `from` from the others.
void append_disambiguation(std::string& out, Square from, Bitboard others) {
    if (others.empty()) return;
    const bool file_is_enough = (others & Bitboard(from.file())).empty();
    const bool rank_is_enough = (others & Bitboard(from.rank())).empty();
    if (file_is_enough || !rank_is_enough) out += to_char(from.file());
    if (!file_is_enough) out += to_char(from.rank());
}

void append_pawn_move(std::string& out, Move move) {
    if (move.from().file() != move.to().file()) {
        out += to_char(move.from().file());
        out += 'x';
    }
    append(out, move.to());
    if (move.is_promotion()) {
        out += '=';
        out += to_char(move.promoted_to());
    }
}

void append_piece_move(std::string& out, const Position& position, Move move, PieceType type) {
    out += to_char(type);
    if (type != PieceType::king)
        append_disambiguation(out, move.from(),
                              legal_origins(position, type, move.to()) & ~Bitboard(move.from()));
    if (position.is_capture(move)) out += 'x';
    append(out, move.to());
}

// The readers below are given parts of ordinary SAN and answer Move::none() where it is not
// exactly one legal move.

constexpr Square square_at(std::string_view text) {
    return Square::parse(text).value_or(Square::none());
}

Move read_castling(const Position& position, CastlingSide side) {
    const Color us = position.side_to_move();
    const Square rook = position.castling_rook(us, side);
    if (rook.is_none()) return Move::none();
    const Move move(position.king(us), rook, MoveKind::castling);
    return position.is_legal(move) ? move : Move::none();
}

Move read_king_move(const Position& position, Square to) {
    const Move move(position.king(position.side_to_move()), to);
    return position.is_legal(move) ? move : Move::none();
}

// `between` is what stands between the piece's letter and the target: disambiguation and x.
Move read_piece_move(const Position& position, PieceType type, std::string_view between,
                     Square to) {
    if (!between.empty() && between.back() == 'x') between.remove_suffix(1);
    if (type == PieceType::king) return between.empty() ? read_king_move(position, to) : Move();
    Bitboard origins = legal_origins(position, type, to);
    if (!between.empty() && between.front() >= 'a' && between.front() <= 'h') {
        origins &= Bitboard(static_cast<File>(between.front() - 'a'));
        between.remove_prefix(1);
    }
    if (!between.empty() && between.front() >= '1' && between.front() <= '8') {
        origins &= Bitboard(static_cast<Rank>(between.front() - '1'));
        between.remove_prefix(1);
    }
    if (!between.empty() || origins.empty() || origins.several()) return Move::none();
    return {origins.first(), to};
}

// The pawn that may step to an empty square, or Square::none().
Square pushing_pawn(const Position& position, Square to) {
    const Color us = position.side_to_move();
    const Bitboard pawns = position.pieces(us, PieceType::pawn);
    const Rank rank = relative(to.rank(), us);
    if (rank < Rank::r3 || !position.is_empty(to)) return Square::none();
    const Square one_back = to - forward(us);
    if (pawns.contains(one_back)) return one_back;
    if (rank != Rank::r4 || !position.is_empty(one_back)) return Square::none();
    const Square two_back = one_back - forward(us);
    return pawns.contains(two_back) ? two_back : Square::none();
}

// The pawn on that file that attacks the square, or Square::none().
Square capturing_pawn(const Position& position, char file, Square to) {
    const Color us = position.side_to_move();
    if (file < 'a' || file > 'h') return Square::none();
    const Bitboard pawns = pawn_attacks(~us, to) & position.pieces(us, PieceType::pawn) &
                           Bitboard(static_cast<File>(file - 'a'));
    return pawns.empty() ? Square::none() : pawns.first();
}

Move read_pawn_move(const Position& position, Square from, Square to, PieceType promotion) {
    if (from.is_none()) return Move::none();
    const bool captures = from.file() != to.file();
    const Color us = position.side_to_move();
    if (captures && to == position.en_passant()) {
        const Move move(from, to, MoveKind::en_passant);
        return promotion == PieceType::none && position.is_legal(move) ? move : Move::none();
    }
    if (captures && !position.pieces(~us).contains(to)) return Move::none();
    const bool promotes = relative(to.rank(), us) == Rank::r8;
    if (promotes != (promotion != PieceType::none)) return Move::none();
    if (!keeps_king_safe(position, from, to)) return Move::none();
    return promotes ? Move::promotion(from, to, promotion) : Move(from, to);
}

// Looked up, since a processor does not foresee which letter comes next.
constexpr auto letter_types = [] {
    std::array<PieceType, 256> types{};
    types.fill(PieceType::none);
    types['N'] = PieceType::knight;
    types['B'] = PieceType::bishop;
    types['R'] = PieceType::rook;
    types['Q'] = PieceType::queen;
    types['K'] = PieceType::king;
    return types;
}();

PieceType piece_letter(char letter) { return letter_types[static_cast<unsigned char>(letter)]; }

constexpr bool is_suffix(char c) { return c == '+' || c == '#' || c == '!' || c == '?'; }

// e4, exd5, e8=Q, exd8=Q
Move read_pawn_san(const Position& position, std::string_view text) {
    PieceType promotion = PieceType::none;
    if (text.size() >= 4 && text[text.size() - 2] == '=') {
        promotion = piece_letter(text.back());
        if (promotion == PieceType::none || promotion == PieceType::king) return Move::none();
        text.remove_suffix(2);
    }
    const Square to = square_at(text.substr(text.size() - 2));
    if (to.is_none()) return Move::none();
    if (text.size() == 2)
        return read_pawn_move(position, pushing_pawn(position, to), to, promotion);
    if (text.size() == 4 && text[1] == 'x')
        return read_pawn_move(position, capturing_pawn(position, text[0], to), to, promotion);
    return Move::none();
}

}  // namespace

std::string to_san(const Position& position, Move move) {
    return detail::played_san(position, move, position.after(move));
}

std::string detail::played_san(const Position& position, Move move, const Position& after) {
    std::string san;
    const PieceType type = type_of(position.piece_on(move.from()));
    if (move.is_castling())
        san = castles_kingside(move) ? castling_kingside : castling_queenside;
    else if (type == PieceType::pawn)
        append_pawn_move(san, move);
    else
        append_piece_move(san, position, move, type);
    if (after.in_check()) san += has_legal_move(after) ? '+' : '#';
    return san;
}

Move parse_ordinary_san(const Position& position, std::string_view text) {
    while (!text.empty() && is_suffix(text.back())) text.remove_suffix(1);
    if (text.size() < 2) return Move::none();
    if (text.front() == 'O') {
        if (text == castling_kingside) return read_castling(position, CastlingSide::kingside);
        if (text == castling_queenside) return read_castling(position, CastlingSide::queenside);
        return Move::none();
    }
    const PieceType type = piece_letter(text.front());
    if (type == PieceType::none) return read_pawn_san(position, text);
    if (text.size() < 3) return Move::none();
    const Square to = square_at(text.substr(text.size() - 2));
    if (to.is_none()) return Move::none();
    return read_piece_move(position, type, text.substr(1, text.size() - 3), to);
}

std::expected<Move, MoveTextError> parse_san(const Position& position, std::string_view text) {
    const Move move = parse_ordinary_san(position, text);
    if (!move.is_none()) return move;
    return detail::parse_human_move(position, text);
}

}  // namespace kibitz
