// Random numbers that are the same on every machine and with every standard library: Zobrist keys,
// repeatable games and data are made of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <utility>

namespace kibitz {

// The finaliser of splitmix64 (Steele, Lea, Flood 2014): every bit of the result depends on every
// bit of the argument.
constexpr std::uint64_t scramble(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
}

inline constexpr std::uint64_t golden_gamma = 0x9E3779B97F4A7C15ull;  // 2^64 / golden ratio, odd

// 0 <= number < 1, from the upper bits.
constexpr double unit(std::uint64_t bits) { return static_cast<double>(bits >> 11) * 0x1p-53; }

// One number out of several, in their order.
class NumberHash {
   public:
    constexpr void add(std::uint64_t number) { hash_ = scramble((hash_ ^ number) + golden_gamma); }
    constexpr std::uint64_t value() const { return hash_; }

   private:
    std::uint64_t hash_ = golden_gamma;
};

constexpr std::uint64_t hash_of(std::initializer_list<std::uint64_t> numbers) {
    NumberHash hash;
    for (const std::uint64_t number : numbers) hash.add(number);
    return hash.value();
}

// splitmix64: the finaliser of a counter.
class SplitMix {
   public:
    constexpr explicit SplitMix(std::uint64_t seed) : state_(seed) {}
    constexpr std::uint64_t next() { return scramble(state_ += golden_gamma); }
    // 0 <= number < 1
    constexpr double uniform() { return unit(next()); }

   private:
    std::uint64_t state_;
};

// Fisher and Yates. `random.below(n)` is a number from 0 to n - 1.
template <class T, class Random>
constexpr void shuffle(std::span<T> items, Random& random) {
    for (std::size_t i = items.size(); i > 1; --i)
        std::swap(items[i - 1], items[static_cast<std::size_t>(random.below(i))]);
}

}  // namespace kibitz
