// What a human-like player likes to open with, beyond what people of its rating play.
#pragma once

#include "players/human/scene.hpp"
#include "players/human/settings.hpp"

namespace kibitz::players {

// How many times as often as people of its rating the player makes this move of the opening.
double preference(const Repertoire& repertoire, const Scene& scene, Move move);

// Whether the opponent can win a pawn after the move, or has one already that it does not win back.
bool offers_material(const Position& position, Move move);

}  // namespace kibitz::players
