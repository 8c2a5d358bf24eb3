// When a human-like player ends a game without playing it out: it resigns what cannot be saved, and
// offers a draw where neither side can make progress.
#pragma once

#include <optional>

#include "engine/limits.hpp"
#include "players/human/analyst.hpp"
#include "players/human/scene.hpp"

namespace kibitz::players {

// Whether the side to move is lost and knows it, and nothing is left to hope for: a search finds no
// stalemate, no perpetual check and no tactic, and the opponent is not short of time. `seen` is the
// score as the player sees it, if it looked.
bool is_hopeless(const Scene& scene, const Limits& limits, std::optional<int> seen,
                 Analyst& analyst);

// Whether the game is past its opening and middlegame, level in the player's eyes, and no pawn has
// moved and nothing has been taken for a while.
bool is_level_ending(const Scene& scene, std::optional<int> seen);

}  // namespace kibitz::players
