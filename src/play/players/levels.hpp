// The human-like levels, built into the program, and strengths between them.
#pragma once

#include <span>

#include "players/settings.hpp"

namespace kibitz::players {

// What a rating is worth is measured, not promised: see docs/players.md.
constexpr int lowest_rating = 400;
constexpr int highest_rating = 2600;

// characters/level-*.toml, the weakest first.
std::span<const PlayerSettings> levels();
// Measured, or as far between the lowest and the highest as the level is among the others.
int rating_of_level(std::size_t level);

// A player of that rating: the numbers of the levels above and below, mixed. `lowest_rating` and
// less is the first level, `highest_rating` and more the last.
HumanSettings human_of_rating(int rating);

}  // namespace kibitz::players
