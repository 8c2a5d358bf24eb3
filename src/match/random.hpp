// Random numbers that are the same everywhere: a match is repeated by its seed.
#pragma once

#include <cstdint>
#include <span>
#include <utility>

namespace kibitz::match {

// splitmix64 (Steele, Lea, Flood 2014).
class Random {
   public:
    explicit Random(std::uint64_t seed) : state_(seed) {}
    std::uint64_t next() {
        std::uint64_t z = (state_ += 0x9E3779B97F4A7C15ull);
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
        return z ^ (z >> 31);
    }
    // 0 <= number < bound. The bias (bound / 2^64) is nobody's concern here.
    std::uint64_t below(std::uint64_t bound) { return next() % bound; }
    // 0 <= number < 1
    double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }

   private:
    std::uint64_t state_;
};

// Fisher and Yates.
template <class T>
void shuffle(std::span<T> items, Random& random) {
    for (std::size_t i = items.size(); i > 1; --i)
        std::swap(items[i - 1], items[static_cast<std::size_t>(random.below(i))]);
}

}  // namespace kibitz::match
