#include "chess/outcome.hpp"

#include <algorithm>

#include "chess/movegen.hpp"
#include "chess/narrow_argument.hpp"

namespace kibitz {
namespace {

constexpr int claimable_repetitions = 3;
constexpr int final_repetitions = 5;
constexpr int claimable_plies = 2 * 50;
constexpr int final_plies = 2 * 75;

bool all_on_one_color(Bitboard squares) {
    return (squares & light_squares).empty() || (squares & dark_squares).empty();
}

// Neither side can checkmate with its pieces and any placement of them.
bool is_dead_material(const Position& position) {
    const Bitboard kings = position.pieces(PieceType::king);
    const Bitboard others = position.occupied() & ~kings;
    if (!others.several()) {
        return (others & ~(position.pieces(PieceType::knight) | position.pieces(PieceType::bishop)))
            .empty();
    }
    const Bitboard bishops = position.pieces(PieceType::bishop);
    return others == bishops && all_on_one_color(bishops);
}

// The eight neighbours of every square of a set, and the set itself.
Bitboard with_neighbours(Bitboard squares) {
    const Bitboard row =
        squares | squares.shift<Direction::east>() | squares.shift<Direction::west>();
    return row | row.shift<Direction::north>() | row.shift<Direction::south>();
}

// All squares a king can ever come to if no pawn moves, the other king being disregarded.
Bitboard king_region(const Position& position, Color side) {
    const Bitboard pawns = position.pieces(PieceType::pawn);
    const Bitboard barred =
        (pawns & position.pieces(side)) | pawn_attacks(~side, pawns & position.pieces(~side));
    Bitboard region = position.king(side);
    for (Bitboard grown; (grown = with_neighbours(region) & ~barred) != region;) region = grown;
    return region;
}

// Only kings and pawns are left, no pawn can move or capture, now or later, and neither king
// can come to take one: then the kings move for ever and nobody is ever in check.
//
// Why it is sound: a pawn with a pawn before it is stuck as long as that pawn stays; if all are,
// only captures can change the wall. No pawn attacks an enemy pawn, a pawn cannot take a king,
// and no king reaches an enemy pawn, even if the other king kept out of the way.
bool is_locked_wall(const Position& position) {
    const Bitboard pawns = position.pieces(PieceType::pawn);
    if ((position.occupied() & ~pawns) != position.pieces(PieceType::king)) return false;
    if (position.in_check() || !position.en_passant().is_none()) return false;
    for (const Color side : {Color::white, Color::black}) {
        const Bitboard own = pawns & position.pieces(side);
        const Bitboard theirs = pawns & position.pieces(~side);
        const Bitboard ahead =
            side == Color::white ? own.shift<Direction::north>() : own.shift<Direction::south>();
        if ((ahead & ~pawns).any()) return false;
        if ((pawn_attacks(side, own) & theirs).any()) return false;
        if ((king_region(position, side) & theirs).any()) return false;
    }
    return true;
}

// The side's own pieces could checkmate, if the other side's pieces stood as badly as they can.
bool has_mating_material(const Position& position, Color side) {
    const Bitboard own = position.pieces(side) & ~position.pieces(PieceType::king);
    const Bitboard theirs = position.pieces(~side) & ~position.pieces(PieceType::king);
    const Bitboard knights = position.pieces(PieceType::knight);
    const Bitboard bishops = position.pieces(PieceType::bishop);
    const Bitboard pawns = position.pieces(PieceType::pawn);
    if (own.empty()) return false;
    // A lone knight needs a blocked flight square, and a queen that blocks one can always take
    // the knight or step between.
    if (!own.several() && (own & knights).any())
        return (theirs & ~position.pieces(PieceType::queen)).any();
    // Bishops of one colour need a flight square of the other colour blocked by a piece that
    // cannot step between: a knight, a bishop of that colour, or a pawn.
    if ((own & ~bishops).empty() && all_on_one_color(own))
        return (theirs & (knights | pawns)).any() || !all_on_one_color(bishops);
    return true;
}

// The end that the board alone shows, whatever came before.
std::optional<Outcome> end_on_board(const Position& position) {
    if (!has_legal_move(position))
        return position.in_check() ? Outcome{Termination::checkmate, ~position.side_to_move()}
                                   : Outcome{Termination::stalemate, std::nullopt};
    if (is_dead_position(position)) return Outcome{Termination::dead_position, std::nullopt};
    return std::nullopt;
}

}  // namespace

const char* to_string(Termination termination) {
    switch (detail::without_other_bits(termination)) {
        case Termination::checkmate: return "checkmate";
        case Termination::stalemate: return "stalemate";
        case Termination::dead_position: return "dead position";
        case Termination::fivefold_repetition: return "fivefold repetition";
        case Termination::seventy_five_moves: return "75-move rule";
    }
    return "";
}

const char* to_string(DrawClaim claim) {
    switch (detail::without_other_bits(claim)) {
        case DrawClaim::threefold_repetition: return "threefold repetition";
        case DrawClaim::fifty_moves: return "50-move rule";
    }
    return "";
}

bool is_dead_position(const Position& position) {
    return is_dead_material(position) || is_locked_wall(position);
}

bool can_win(const Position& position, Color side) {
    return has_mating_material(position, side) && !is_locked_wall(position);
}

void Line::play(Move move) {
    positions_.push_back(position().after(move));
    moves_.push_back(move);
}

void Line::undo() {
    positions_.pop_back();
    moves_.pop_back();
}

int Line::occurrences_of(const Position& position) const {
    // A position cannot have occurred before the last capture or pawn move.
    const int known = static_cast<int>(positions_.size());
    const int back = std::min(position.halfmove_clock(), known);
    int count = &position == &positions_.back() ? 0 : 1;
    for (int i = known - 1; i >= known - 1 - back && i >= 0; --i)
        if (positions_[static_cast<std::size_t>(i)].key() == position.key()) ++count;
    return count;
}

std::optional<Outcome> Line::outcome() const {
    if (const auto end = end_on_board(position())) return end;
    if (occurrences() >= final_repetitions)
        return Outcome{Termination::fivefold_repetition, std::nullopt};
    if (position().halfmove_clock() >= final_plies)
        return Outcome{Termination::seventy_five_moves, std::nullopt};
    return std::nullopt;
}

std::optional<DrawClaim> Line::claim_on(const Position& position) const {
    if (occurrences_of(position) >= claimable_repetitions) return DrawClaim::threefold_repetition;
    if (position.halfmove_clock() >= claimable_plies) return DrawClaim::fifty_moves;
    return std::nullopt;
}

std::optional<DrawClaim> Line::claim() const {
    return outcome() ? std::nullopt : claim_on(position());
}

std::optional<DrawClaim> Line::claim_with(Move move) const {
    const Position next = position().after(move);
    return outcome() || end_on_board(next) ? std::nullopt : claim_on(next);
}

}  // namespace kibitz
