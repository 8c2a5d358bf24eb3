#include "chess/move_text.hpp"

#include <algorithm>

#include "chess/detail/text.hpp"
#include "chess/narrow_argument.hpp"
#include "chess/san.hpp"

namespace kibitz {
namespace {

const char* to_string(MoveTextReason reason) {
    switch (detail::without_other_bits(reason)) {
        case MoveTextReason::not_a_move: return "not a move";
        case MoveTextReason::null_move: return "a null move cannot be played";
        case MoveTextReason::illegal: return "illegal here";
        case MoveTextReason::leaves_king_in_check: return "leaves the king in check";
        case MoveTextReason::ambiguous: return "ambiguous";
    }
    return "";
}

// Where a piece could go if its king did not matter. Castling is left out.
Bitboard reach(const Position& position, Square from) {
    const Color us = position.side_to_move();
    const PieceType type = type_of(position.piece_on(from));
    if (type != PieceType::pawn)
        return piece_attacks(type, from, position.occupied()) & ~position.pieces(us);
    const Bitboard empty = ~position.occupied();
    const Bitboard targets =
        position.pieces(~us) |
        (position.en_passant().is_none() ? Bitboard() : Bitboard(position.en_passant()));
    Bitboard squares = pawn_attacks(us, from) & targets;
    const Square step = from + forward(us);
    if (!empty.contains(step)) return squares;
    squares |= step;
    if (relative(from.rank(), us) == Rank::r2) squares |= Bitboard(step + forward(us)) & empty;
    return squares;
}

}  // namespace

std::string to_string(const MoveTextError& error) {
    std::string message = "move " + detail::quote(error.text) + ": " + to_string(error.reason);
    for (std::size_t i = 0; i < error.candidates.size(); ++i) {
        message += i == 0 ? ": " : i + 1 < error.candidates.size() ? ", " : " or ";
        message += error.candidates[i];
    }
    return message;
}

namespace detail {

MoveTextError move_text_error(MoveTextReason reason, std::string_view text) {
    return {.reason = reason,
            .text = std::string(text.substr(0, detail::longest_kept_text)),
            .candidates = {}};
}

MoveTextError ambiguous_move(const Position& position, std::string_view text,
                             const MoveList& candidates) {
    // By squares, promotions from the queen down: an order that does not hang on the generator.
    MoveList sorted = candidates;
    std::ranges::sort(sorted, {}, [](Move move) {
        return move.from_to() * piece_type_count - index(move.promoted_to());
    });
    MoveTextError error = move_text_error(MoveTextReason::ambiguous, text);
    for (const Move move : sorted) error.candidates.push_back(to_san(position, move));
    return error;
}

MoveTextReason why_illegal(const Position& position, Square from, Square to) {
    const bool own = position.pieces(position.side_to_move()).contains(from);
    if (!own || !reach(position, from).contains(to)) return MoveTextReason::illegal;
    // A piece that can go there did not fit for another reason: e4=Q, xe4 without a capture.
    const bool can_go = position.is_legal(Move(from, to)) ||
                        position.is_legal(Move(from, to, MoveKind::en_passant)) ||
                        position.is_legal(Move::promotion(from, to, PieceType::queen));
    return can_go ? MoveTextReason::illegal : MoveTextReason::leaves_king_in_check;
}

}  // namespace detail
}  // namespace kibitz
