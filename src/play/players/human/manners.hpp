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

// The share of people with this rating at lichess who resign at their turn, so many centipawns
// behind (as people are shown them). It grows with the rating and with what they are behind, and is
// several times as large where the opponent has just taken a piece.
double share_who_resign(int rating, int centipawns_behind, bool has_just_lost_a_piece);

// Whether a person of that rating would resign here, where `luck`, between 0 and 1, says which one
// of them it is: the least of it resigns first. Never where is_hopeless() leaves something to hope
// for, but for the score, which need not be as bad.
bool resigns_like_people(const Scene& scene, const Limits& limits, std::optional<int> seen,
                         int rating, double luck, Analyst& analyst);

// Whether the game is past its opening and middlegame, level in the player's eyes, and no pawn has
// moved and nothing has been taken for a while.
bool is_level_ending(const Scene& scene, std::optional<int> seen);

}  // namespace kibitz::players
