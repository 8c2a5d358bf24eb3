// How much of a test's time a machine's games have: so much that engines search as many nodes as on
// a machine of the reference speed.
#pragma once

#include <cstdint>
#include <optional>

#include "match/time_scale.hpp"

namespace kibitz::lab {

// Nodes a second of one core, as Kibitz's own benchmark searches them while all cores are at work.
// That of a test unless its operator names another: a round number near what a core of a server of
// today reaches (docs/lab.md).
inline constexpr std::int64_t usual_reference_speed = 1'000'000;

// The share in permille. Nothing if the machine is more than ten times slower or faster: its games
// would no longer be those of the test.
inline std::optional<int> time_share(std::int64_t reference_speed, std::int64_t speed) {
    constexpr int most_factor = 10;
    if (reference_speed <= 0) return match::whole_time;
    if (speed <= 0 || speed / most_factor > reference_speed ||
        reference_speed / most_factor > speed)
        return std::nullopt;
    return static_cast<int>((reference_speed * match::whole_time + speed / 2) / speed);
}

}  // namespace kibitz::lab
