// FastestTrip: how much longer than others a message was on the way, from the times that two clocks
// tell which agree about nothing but the length of a second. The fastest of the last seconds counts
// as not delayed at all.
#pragma once

#include <algorithm>
#include <optional>

#include "arena/time.hpp"

namespace kibitz::fronts {

class FastestTrip {
   public:
    // Clocks drift: what is older is forgotten after once or twice that time.
    static constexpr arena::Milliseconds window{10'000};

    // A message that was sent at that time by the sender's clock came now.
    void add(arena::Time sent, arena::Time now) {
        const auto difference = now - sent;
        if (!newer_ || now - newer_since_ > window) {
            older_ = newer_;
            newer_ = difference;
            newer_since_ = now;
        }
        newer_ = std::min(*newer_, difference);
    }
    // How late something is that was sent then by the sender's clock; 0 before the first message.
    [[nodiscard]] arena::Milliseconds delay(arena::Time sent, arena::Time now) const {
        if (!newer_) return arena::Milliseconds(0);
        const auto fastest = older_ ? std::min(*older_, *newer_) : *newer_;
        return std::max(now - sent - fastest, arena::Milliseconds(0));
    }

   private:
    std::optional<arena::Milliseconds> older_, newer_;
    arena::Time newer_since_{};
};

}  // namespace kibitz::fronts
