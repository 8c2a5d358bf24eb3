// Time in the arena: handed in with every event, never read from a clock.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

namespace kibitz::arena {

using Milliseconds = std::chrono::milliseconds;
// It counts from 1970, UTC. Whoever drives the arena makes it from a clock that is never set back.
using Time = std::chrono::sys_time<Milliseconds>;

constexpr std::int64_t to_epoch(Time time) { return time.time_since_epoch().count(); }
constexpr Time from_epoch(std::int64_t milliseconds) { return Time(Milliseconds(milliseconds)); }

// Keeps the first to come of several times, some of which may never come.
inline void keep_earliest(std::optional<Time>& earliest, const std::optional<Time>& other) {
    if (other && (!earliest || *other < *earliest)) earliest = other;
}

}  // namespace kibitz::arena
