#include "chess/uci_move.hpp"

#include <optional>

#include "chess/detail/text.hpp"

namespace kibitz {
namespace {

constexpr std::size_t squares_length = 4;
constexpr std::size_t promotion_length = 5;
constexpr std::string_view null_move = "0000";

std::optional<PieceType> parse_promotion(char letter) {
    switch (detail::to_lower(letter)) {
        case 'n': return PieceType::knight;
        case 'b': return PieceType::bishop;
        case 'r': return PieceType::rook;
        case 'q': return PieceType::queen;
        default: return std::nullopt;
    }
}

// The castling move that brings the king to this square, Move::none() if no right is left.
Move castling_to(const Position& position, Square king_target) {
    const Color us = position.side_to_move();
    const Square king = position.king(us);
    for (const CastlingSide side : {CastlingSide::kingside, CastlingSide::queenside}) {
        const Square rook = position.castling_rook(us, side);
        if (rook.is_none()) continue;
        const Move move(king, rook, MoveKind::castling);
        if (castled_king_square(move) == king_target) return move;
    }
    return Move::none();
}

// What the two squares mean here; legal or not. Promotions are queens.
Move interpret(const Position& position, Square from, Square to) {
    const Color us = position.side_to_move();
    const Piece piece = position.piece_on(from);
    const Move plain(from, to);
    if (piece == make_piece(us, PieceType::king)) {
        if (position.castling_rooks(us).contains(to)) return {from, to, MoveKind::castling};
        if (position.is_legal(plain)) return plain;
        const Move castling = castling_to(position, to);
        return castling.is_none() ? plain : castling;
    }
    if (piece == make_piece(us, PieceType::pawn)) {
        if (to == position.en_passant()) return {from, to, MoveKind::en_passant};
        if (relative(to.rank(), us) == Rank::r8) return Move::promotion(from, to, PieceType::queen);
    }
    return plain;
}

}  // namespace

std::string to_uci(Move move, bool chess960) {
    if (move.is_none()) return std::string(null_move);
    const bool by_king = move.is_castling() && !chess960;
    std::string text = move.from().to_string();
    text += (by_king ? castled_king_square(move) : move.to()).to_string();
    if (move.is_promotion()) text += detail::to_lower(to_char(move.promoted_to()));
    return text;
}

std::expected<Move, MoveTextError> parse_uci(const Position& position, std::string_view text) {
    const auto fail = [&](MoveTextReason reason) {
        return std::unexpected(detail::move_text_error(reason, text));
    };
    if (text == null_move) return fail(MoveTextReason::null_move);
    if (text.size() != squares_length && text.size() != promotion_length)
        return fail(MoveTextReason::not_a_move);
    const auto from = Square::parse(text.substr(0, 2));
    const auto to = Square::parse(text.substr(2, 2));
    if (!from || !to) return fail(MoveTextReason::not_a_move);
    std::optional<PieceType> promotion;
    if (text.size() == promotion_length) {
        promotion = parse_promotion(text.back());
        if (!promotion) return fail(MoveTextReason::not_a_move);
    }

    const Move move = interpret(position, *from, *to);
    if (!position.is_legal(move)) return fail(detail::why_illegal(position, *from, *to));
    if (move.is_promotion() != promotion.has_value()) {
        if (promotion) return fail(MoveTextReason::illegal);
        MoveList candidates;
        for (const PieceType piece :
             {PieceType::queen, PieceType::rook, PieceType::bishop, PieceType::knight})
            candidates.push_back(Move::promotion(*from, *to, piece));
        return std::unexpected(detail::ambiguous_move(position, text, candidates));
    }
    return promotion ? Move::promotion(*from, *to, *promotion) : move;
}

}  // namespace kibitz
