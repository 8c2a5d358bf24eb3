// Random: reproducible random numbers (splitmix64: Steele, Lea, Flood 2014), the same with every
// standard library.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <span>
#include <utility>

namespace kibitz::train {

class Random {
   public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {
        state_ += 0x9E3779B97F4A7C15ull;
        std::uint64_t z = state_;
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
        z = (z ^ z >> 27) * 0x94D049BB133111EBull;
        return z ^ z >> 31;
    }
    // 0 .. limit-1; the bias is below limit / 2^64 (Lemire's multiplication).
    std::uint64_t below(std::uint64_t limit) {
        return static_cast<std::uint64_t>(static_cast<unsigned __int128>(next()) * limit >> 64);
    }
    // In [0, 1).
    double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }
    // Mean 0, variance 1 (Box and Muller 1958).
    double normal() {
        const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform()));
        return radius * std::cos(2.0 * std::numbers::pi * uniform());
    }

   private:
    std::uint64_t state_;
};

// One seed out of several numbers, so that neighbouring numbers give unrelated sequences.
constexpr std::uint64_t mix_seed(std::uint64_t a, std::uint64_t b) {
    std::uint64_t z = (a ^ b * 0xD6E8FEB86659FD93ull) + 0x9E3779B97F4A7C15ull;
    z = (z ^ z >> 32) * 0xD6E8FEB86659FD93ull;
    return z ^ z >> 32;
}

// Fisher and Yates.
template <class T>
void shuffle(std::span<T> items, Random& random) {
    for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[random.below(i)]);
}

}  // namespace kibitz::train
