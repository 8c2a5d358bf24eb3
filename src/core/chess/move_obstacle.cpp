#include "chess/move_obstacle.hpp"

#include <algorithm>
#include <cstdlib>

#include "chess/movegen.hpp"
#include "chess/narrow_argument.hpp"

namespace kibitz {
namespace {

// The moves of a king that look like castling: along its home rank, by two squares or more.
bool looks_like_castling(const Position& position, Square from, Square to) {
    const Color us = position.side_to_move();
    return type_of(position.piece_on(from)) == PieceType::king && from.rank() == to.rank() &&
           from.rank() == (us == Color::white ? Rank::r1 : Rank::r8) &&
           std::abs(index(from.file()) - index(to.file())) >= 2;
}

MoveObstacle castling_obstacle(const Position& position, Square from, Square to) {
    const CastlingSide side =
        index(to.file()) > index(from.file()) ? CastlingSide::kingside : CastlingSide::queenside;
    const Square rook = position.castling_rook(position.side_to_move(), side);
    if (rook == Square::none()) return {ObstacleKind::castling_lost};
    if (position.in_check()) return {ObstacleKind::castling_in_check, position.checkers().first()};
    const Bitboard in_between = between(from, rook) & position.occupied() & ~Bitboard(rook);
    if (in_between.any()) return {ObstacleKind::blocked, in_between.first()};
    return {ObstacleKind::castling_attacked};
}

// What keeps a pawn from a square, whatever happens to its king.
std::optional<MoveObstacle> pawn_obstacle(const Position& position, Square from, Square to) {
    const Color us = position.side_to_move();
    if (pawn_attacks(us, from).contains(to)) {
        const bool captures = position.pieces(~us).contains(to) || position.en_passant() == to;
        if (captures) return std::nullopt;
        return MoveObstacle{ObstacleKind::pawn_captures};
    }
    const int forward = us == Color::white ? 1 : -1;
    const int steps = forward * (index(to.rank()) - index(from.rank()));
    const bool is_at_home = from.rank() == (us == Color::white ? Rank::r2 : Rank::r7);
    if (from.file() != to.file() || steps < 1 || steps > (is_at_home ? 2 : 1))
        return MoveObstacle{ObstacleKind::shape};
    if (!position.is_empty(to)) return MoveObstacle{ObstacleKind::pawn_ahead, to};
    const Bitboard passed = between(from, to) & position.occupied() & ~Bitboard(to);
    if (passed.any()) return MoveObstacle{ObstacleKind::blocked, passed.first()};
    return std::nullopt;
}

// The squares a piece other than a pawn reaches on an empty board.
Bitboard rays(PieceType type, Square from) {
    switch (type) {
        case PieceType::knight: return knight_attacks(from);
        case PieceType::bishop: return bishop_rays(from);
        case PieceType::rook: return rook_rays(from);
        case PieceType::queen: return bishop_rays(from) | rook_rays(from);
        default: return king_attacks(from);
    }
}

// What keeps a piece from a square, whatever happens to its king.
std::optional<MoveObstacle> way_obstacle(const Position& position, Square from, Square to) {
    const PieceType type = type_of(position.piece_on(from));
    if (type == PieceType::pawn) return pawn_obstacle(position, from, to);
    if (!rays(type, from).contains(to)) return MoveObstacle{ObstacleKind::shape};
    const Bitboard passed = between(from, to) & position.occupied() & ~Bitboard(to);
    if (type != PieceType::knight && passed.any())
        return MoveObstacle{ObstacleKind::blocked, passed.first()};
    return std::nullopt;
}

// What the king of the side to move has against a move that is otherwise possible.
MoveObstacle king_obstacle(const Position& position, Square from, Square to) {
    const Color us = position.side_to_move();
    const Square king = position.king(us);
    if (from == king) {
        const Bitboard attackers =
            position.attackers_to(to, position.occupied() & ~Bitboard(from)) & position.pieces(~us);
        return {ObstacleKind::king_attacked, attackers.any() ? attackers.first() : Square::none()};
    }
    if (position.pinned().contains(from) && !line(king, from).contains(to)) {
        const Bitboard exposed =
            position.attackers_to(king, position.occupied() & ~Bitboard(from)) &
            position.pieces(~us) & line(king, from);
        if (exposed.any()) return {ObstacleKind::pinned, exposed.first()};
    }
    if (position.in_check()) return {ObstacleKind::in_check, position.checkers().first()};
    // A capture en passant that opens the rank of the king.
    return {ObstacleKind::pinned};
}

}  // namespace

const char* to_string(ObstacleKind kind) {
    switch (detail::without_other_bits(kind)) {
        case ObstacleKind::shape: return "shape";
        case ObstacleKind::own_piece: return "own piece";
        case ObstacleKind::blocked: return "blocked";
        case ObstacleKind::pawn_captures: return "pawn captures";
        case ObstacleKind::pawn_ahead: return "pawn ahead";
        case ObstacleKind::pinned: return "pinned";
        case ObstacleKind::in_check: return "in check";
        case ObstacleKind::king_attacked: return "king attacked";
        case ObstacleKind::castling_in_check: return "castling in check";
        case ObstacleKind::castling_lost: return "castling lost";
        case ObstacleKind::castling_attacked: return "castling attacked";
    }
    return "";
}

std::optional<MoveObstacle> obstacle_to(const Position& position, Square from, Square to) {
    const Color us = position.side_to_move();
    if (from == to || !position.pieces(us).contains(from)) return std::nullopt;
    const auto reaches = [&](Move move) { return move.from() == from && arrival(move) == to; };
    if (std::ranges::any_of(legal_moves(position), reaches)) return std::nullopt;
    if (looks_like_castling(position, from, to)) return castling_obstacle(position, from, to);
    const auto way = way_obstacle(position, from, to);
    if (way && way->kind == ObstacleKind::shape) return way;
    if (position.pieces(us).contains(to)) return MoveObstacle{ObstacleKind::own_piece, to};
    return way ? way : king_obstacle(position, from, to);
}

}  // namespace kibitz
