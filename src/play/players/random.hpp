// Random numbers for players: the same on every machine, so that a seed repeats a game.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>

#include "chess/random.hpp"

namespace kibitz::players {

// A number with mean 0 and standard deviation 1 from two numbers 0 <= u < 1 (Box and Muller 1958).
inline double normal(double u, double v) {
    constexpr double smallest = 1e-12;
    return std::sqrt(-2 * std::log(std::max(u, smallest))) * std::cos(2 * std::numbers::pi * v);
}

class Random : public SplitMix {
   public:
    using SplitMix::SplitMix;
    // 0 <= number < bound. The bias (bound / 2^64) is nobody's concern here.
    constexpr std::uint64_t below(std::uint64_t bound) { return next() % bound; }
};

}  // namespace kibitz::players
