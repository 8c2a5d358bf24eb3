#include "chess/see.hpp"

namespace kibitz {

namespace {

// Pieces of a side that are pinned to its king, and the sliders that pin them.
struct Pins {
    Bitboard pinned;
    Bitboard pinners;
};

Pins find_pins(const Position& position, Color side) {
    const Square king = position.king(side);
    const Bitboard snipers =
        (rook_rays(king) & position.pieces(~side, PieceType::rook, PieceType::queen)) |
        (bishop_rays(king) & position.pieces(~side, PieceType::bishop, PieceType::queen));
    Pins pins;
    for (const Square sniper : snipers) {
        const Bitboard shield = between(king, sniper) & position.occupied();
        if (shield.any() && !shield.several() && (shield & position.pieces(side)).any()) {
            pins.pinned |= shield;
            pins.pinners |= sniper;
        }
    }
    return pins;
}

}  // namespace

bool see_at_least(const Position& position, Move move, int threshold) {
    if (move.is_castling()) return threshold <= 0;
    const Square from = move.from(), to = move.to();
    const Color us = position.side_to_move();

    // What the move wins at once, and what stands on the square to be retaken.
    int balance = exchange_value(type_of(position.captured_by(move))) - threshold;
    PieceType at_stake = type_of(position.piece_on(from));
    if (move.is_promotion()) {
        at_stake = move.promoted_to();
        balance += exchange_value(at_stake) - exchange_value(PieceType::pawn);
    }
    if (balance < 0) return false;
    // The threshold may be reached even if that piece is lost for nothing.
    balance -= exchange_value(at_stake);
    if (balance >= 0) return true;

    Bitboard occupied = (position.occupied() ^ from) | to;
    if (move.is_en_passant()) occupied ^= to - forward(us);
    const Bitboard straight = position.pieces(PieceType::rook) | position.pieces(PieceType::queen);
    const Bitboard diagonal =
        position.pieces(PieceType::bishop) | position.pieces(PieceType::queen);
    const Pins pins[] = {find_pins(position, Color::white), find_pins(position, Color::black)};
    Bitboard attackers = position.attackers_to(to, occupied);

    // The sides take turns. `balance` is the result for `us` if the exchange stops with the
    // piece at stake lost (us to retake) or kept (them to retake); the side that is behind must go
    // on.
    Color side = us;
    while (true) {
        side = ~side;
        attackers &= occupied;
        Bitboard own = attackers & position.pieces(side);
        const Pins& pin = pins[index(side)];
        if ((pin.pinners & occupied).any()) own &= ~pin.pinned | line(position.king(side), to);
        if (own.empty()) break;

        int type = 0;
        while ((own & position.pieces(static_cast<PieceType>(type))).empty()) ++type;
        const auto taker = static_cast<PieceType>(type);
        // A king cannot take what is still defended.
        if (taker == PieceType::king && (attackers & position.pieces(~side) & occupied).any())
            break;

        const Square taker_square = (own & position.pieces(taker)).first();
        occupied ^= taker_square;
        if (taker == PieceType::pawn || taker == PieceType::bishop || taker == PieceType::queen)
            attackers |= bishop_attacks(to, occupied) & diagonal;
        if (taker == PieceType::rook || taker == PieceType::queen)
            attackers |= rook_attacks(to, occupied) & straight;

        // From the point of view of `side`, which has taken the piece at stake and now risks its
        // taker.
        balance = -balance - 1 - exchange_value(taker);
        if (balance >= 0) {
            side = ~side;
            break;
        }
    }
    // The side that could not or need not go on has lost the argument.
    return side != us;
}

}  // namespace kibitz
