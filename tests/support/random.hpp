// Random numbers for tests that draw their own cases: the same on every machine.
#pragma once

#include "chess/random.hpp"

namespace kibitz::test {

class Random : public SplitMix {
   public:
    using SplitMix::SplitMix;
    // 0 <= number < bound
    constexpr std::uint64_t below(std::uint64_t bound) { return next() % bound; }
};

}  // namespace kibitz::test
