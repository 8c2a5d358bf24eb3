// Reproducible random numbers for making data and training with it.
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>

#include "chess/random.hpp"

namespace kibitz::train {

class Random : public SplitMix {
   public:
    using SplitMix::SplitMix;

    // 0 .. limit-1; the bias is below limit / 2^64 (Lemire's multiplication).
    std::uint64_t below(std::uint64_t limit) {
        __extension__ using Product = unsigned __int128;
        return static_cast<std::uint64_t>(Product{next()} * limit >> 64);
    }
    // Mean 0, variance 1 (Box and Muller 1958).
    double normal() {
        const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform()));
        return radius * std::cos(2.0 * std::numbers::pi * uniform());
    }
};

// One seed out of several numbers, so that neighbouring numbers give unrelated sequences.
constexpr std::uint64_t mix_seed(std::uint64_t a, std::uint64_t b) {
    std::uint64_t z = (a ^ b * 0xD6E8FEB86659FD93ull) + golden_gamma;
    z = (z ^ z >> 32) * 0xD6E8FEB86659FD93ull;
    return z ^ z >> 32;
}

}  // namespace kibitz::train
