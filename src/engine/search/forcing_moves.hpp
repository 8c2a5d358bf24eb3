// Whether a side could force matters on its next moves. Where it could, the evaluation of a
// position says least about what a few moves make of it.
#pragma once

#include "chess/position.hpp"

namespace kibitz::search {

// Whether `color` has a pawn two steps or one from promotion, or a knight, bishop, rook or queen
// that attacks a square from which it would give check, whatever stands there to be taken or
// defends it. Pawns that check, discovered checks and pins are left out: it is asked for in many
// nodes, and an answer that is nearly right will do.
[[nodiscard]] bool has_forcing_moves(const Position& position, Color color);

}  // namespace kibitz::search
