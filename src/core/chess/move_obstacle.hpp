// Why a piece cannot go to a square: what to answer somebody who tried it.
#pragma once

#include <cstdint>
#include <optional>

#include "chess/position.hpp"

namespace kibitz {

enum class ObstacleKind : std::uint8_t {
    shape,              // a piece of that kind does not move like that
    own_piece,          // a piece of its own side stands there
    blocked,            // a piece stands in between
    pawn_captures,      // a pawn captures diagonally, and there is nothing to capture
    pawn_ahead,         // a pawn goes straight ahead only to empty squares
    pinned,             // it shields its king
    in_check,           // its king is in check, and the move does not end that
    king_attacked,      // the king would be attacked there
    castling_in_check,  // no castling out of check
    castling_lost,      // king or rook have moved, or there is no rook
    castling_attacked,  // the king would pass an attacked square or arrive on one
};
// "shape", "own piece"
const char* to_string(ObstacleKind kind);

struct MoveObstacle {
    ObstacleKind kind;
    // The piece that is in the way, pins, gives check or attacks; none for the other kinds.
    Square by = Square::none();

    bool operator==(const MoveObstacle&) const = default;
};

// Why the side to move cannot move its piece from one square to the other; nothing if it can, or if
// no piece of that side stands there.
std::optional<MoveObstacle> obstacle_to(const Position& position, Square from, Square to);

}  // namespace kibitz
