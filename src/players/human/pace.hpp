// How long a human-like player takes for a move: long where the choice is hard, short where the
// move is plain, and never so long that its flag falls.
#pragma once

#include <cstdint>

#include "engine/limits.hpp"
#include "players/human/settings.hpp"

namespace kibitz::players {

enum class Difficulty : std::uint8_t {
    forced,   // the only move
    reflex,   // taking back, mating
    routine,  // a learnt endgame
    opening,
    choice,
};

// In milliseconds. `close_moves` are those that it found about as good as the best; `random`, 0 to
// 1, varies the time.
std::int64_t thinking_time(const Pace& pace, const Limits& limits, Color side,
                           Difficulty difficulty, int close_moves, double random);

}  // namespace kibitz::players
