// What lichess calls games with a clock, by how long 40 moves take at most.
#pragma once

#include <chrono>

namespace kibitz::arena::lichess {

constexpr const char* speed(std::chrono::milliseconds base, std::chrono::milliseconds increment) {
    using std::chrono::seconds;
    constexpr int moves = 40;
    constexpr seconds ultra_bullet(30), bullet(180), blitz(480), rapid(1500);
    const auto length = base + moves * increment;
    if (length < ultra_bullet) return "ultraBullet";
    if (length < bullet) return "bullet";
    if (length < blitz) return "blitz";
    return length < rapid ? "rapid" : "classical";
}

}  // namespace kibitz::arena::lichess
