// Glicko-2: ratings with their uncertainty, for players who play irregularly.
//
// Mark Glickman, "Example of the Glicko-2 system" (2013), http://www.glicko.net/glicko/glicko2.pdf
// Here every game is rated at once, as a period of its own; time without games makes a rating less
// sure, as if periods had passed.
#pragma once

#include <span>

namespace kibitz::statistics {

struct Glicko2 {
    double rating = 1500;
    double deviation = 350;    // the rating's standard error
    double volatility = 0.06;  // how erratic the player is

    bool operator==(const Glicko2&) const = default;
};

// Above this a rating is provisional.
inline constexpr double provisional_deviation = 110;

struct Glicko2Result {
    Glicko2 opponent;  // before the game
    double score = 0;  // 1, 0.5 or 0
};

// Returns the rating after a period with these results. With none only the deviation grows.
Glicko2 rated(const Glicko2& player, std::span<const Glicko2Result> results);

// Returns the rating after `periods` without a game; a fraction of one counts, too. The deviation
// never exceeds that of a newcomer.
Glicko2 rested(const Glicko2& player, double periods);

}  // namespace kibitz::statistics
