// Limits: how long to think, in the terms of UCI's `go`.
#pragma once

#include <array>
#include <cstdint>

#include "chess/color.hpp"
#include "chess/move.hpp"
#include "engine/score.hpp"

namespace kibitz {

// A side's clock, in milliseconds.
struct ClockTime {
    std::int64_t remaining = 0;
    std::int64_t increment = 0;
};

// Zero or false means "no such limit". Several limits hold together: the first reached ends
// the search.
struct Limits {
    bool has_clock = false;
    std::array<ClockTime, color_count> clock{};
    int moves_to_go = 0;         // 0: the rest of the game
    std::int64_t move_time = 0;  // ms
    Depth depth = 0;
    std::uint64_t nodes = 0;       // stop in the middle of an iteration
    std::uint64_t soft_nodes = 0;  // stop after the iteration that passes it
    int mate = 0;                  // stop when a mate in so many moves is found
    bool infinite = false;
    bool ponder = false;
    // Root moves to search; empty for all. The caller turns `go exclude` into this list.
    MoveList search_moves{};
};

}  // namespace kibitz
