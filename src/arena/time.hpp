// Time in the arena: handed in with every event, never read from a clock.
#pragma once

#include <chrono>
#include <cstdint>

namespace kibitz::arena {

using Milliseconds = std::chrono::milliseconds;
// Since 1970, UTC. Whoever drives the arena makes it from a clock that is never set back.
using Time = std::chrono::sys_time<Milliseconds>;

constexpr std::int64_t to_epoch(Time time) { return time.time_since_epoch().count(); }
constexpr Time from_epoch(std::int64_t milliseconds) { return Time(Milliseconds(milliseconds)); }

}  // namespace kibitz::arena
