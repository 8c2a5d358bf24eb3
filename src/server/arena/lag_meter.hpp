// How long a client's messages are on the way, there and back: the shortest of the newest
// measurements, since a client that is busy answers late, and one that answers late on purpose
// should gain little.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "arena/time.hpp"

namespace kibitz::arena {

class LagMeter {
   public:
    void add(Milliseconds round_trip) {
        newest_[count_++ % newest_.size()] = std::max(round_trip, Milliseconds(0));
    }
    // 0 before the first measurement.
    [[nodiscard]] Milliseconds lag() const {
        const auto known = std::min(count_, newest_.size());
        if (known == 0) return Milliseconds(0);
        return *std::min_element(newest_.begin(),
                                 newest_.begin() + static_cast<std::ptrdiff_t>(known));
    }

   private:
    std::array<Milliseconds, 4> newest_{};
    std::size_t count_ = 0;
};

}  // namespace kibitz::arena
