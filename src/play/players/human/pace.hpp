// How long a human-like player takes for a move: long where the choice is hard, short where the
// move is plain, and never so long that its flag falls.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/limits.hpp"
#include "players/human/settings.hpp"

namespace kibitz::players {

enum class Difficulty : std::uint8_t {
    forced,   // the only move
    reflex,   // taking back, mating
    routine,  // a learned endgame
    opening,
    choice,
};

// The result is in milliseconds. `close_moves` are those that it found about as good as the best;
// `random`, with mean 0 and standard deviation 1, varies the time: its logarithm is normally
// distributed, as people's clock times are.
std::int64_t thinking_time(const Pace& pace, const Limits& limits, Color side,
                           Difficulty difficulty, int close_moves, double random);

// It may calculate for so many milliseconds at most, on a machine however slow or busy; there is no
// limit where no clock runs. In time trouble it sees less, as people do.
std::optional<std::int64_t> longest_calculation(const Limits& limits, Color side);

}  // namespace kibitz::players
