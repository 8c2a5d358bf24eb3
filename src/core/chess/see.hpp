// Static exchange evaluation: what a series of captures on one square wins or loses.
#pragma once

#include "chess/move.hpp"
#include "chess/position.hpp"

namespace kibitz {

// Exchange values of the pieces, in centipawns; a king is never given up.
constexpr int exchange_value(PieceType type) {
    constexpr int values[] = {100, 320, 330, 500, 950, 0, 0};
    return values[index(type)];
}

// True if the exchange begun by a legal move wins at least `threshold` centipawns for the side
// to move, both sides capturing with their least valuable piece first, stopping when it pays, and
// pinned pieces keeping to their pins while the pinner stands. Castling and promotions by later
// captures count as nothing.
bool see_at_least(const Position& position, Move move, int threshold);

}  // namespace kibitz
