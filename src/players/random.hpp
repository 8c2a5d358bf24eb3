// Random numbers for players: the same on every machine, so that a seed repeats a game, and hashes
// that answer the same question always in the same way.
#pragma once

#include <cstdint>
#include <initializer_list>

namespace kibitz::players {

// The finaliser of splitmix64 (Steele, Lea, Flood 2014): every bit of the result depends on every
// bit of the argument.
constexpr std::uint64_t scramble(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
}

constexpr std::uint64_t golden_gamma = 0x9E3779B97F4A7C15ull;  // 2^64 / golden ratio, odd

// One number out of several, in their order.
constexpr std::uint64_t hash_of(std::initializer_list<std::uint64_t> parts) {
    std::uint64_t hash = golden_gamma;
    for (const std::uint64_t part : parts) hash = scramble((hash ^ part) + golden_gamma);
    return hash;
}

// 0 <= number < 1, from the upper bits.
constexpr double unit(std::uint64_t bits) { return static_cast<double>(bits >> 11) * 0x1p-53; }

class Random {
   public:
    constexpr explicit Random(std::uint64_t seed) : state_(seed) {}
    constexpr std::uint64_t next() { return scramble(state_ += golden_gamma); }
    // 0 <= number < bound. The bias (bound / 2^64) is nobody's concern here.
    constexpr std::uint64_t below(std::uint64_t bound) { return next() % bound; }
    constexpr double uniform() { return unit(next()); }

   private:
    std::uint64_t state_;
};

}  // namespace kibitz::players
