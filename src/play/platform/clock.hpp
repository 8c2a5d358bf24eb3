// The clock of everything that thinks: monotonic, in milliseconds.
#pragma once

#include <chrono>
#include <cstdint>

namespace kibitz {

inline std::int64_t now_ms() {
    using std::chrono::steady_clock;
    return std::chrono::duration_cast<std::chrono::milliseconds>(
               steady_clock::now().time_since_epoch())
        .count();
}

// Nodes per second; a search shorter than the clock can see counts as one millisecond.
inline std::uint64_t per_second(std::uint64_t count, std::int64_t ms) {
    constexpr std::uint64_t ms_per_second = 1000;
    return count * ms_per_second / static_cast<std::uint64_t>(ms > 0 ? ms : 1);
}

}  // namespace kibitz
