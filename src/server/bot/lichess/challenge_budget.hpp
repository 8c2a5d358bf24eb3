// How many challenges may still be sent: so many in any hour and in any day, with a pause after
// each.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <deque>

#include "bot/lichess/outbox.hpp"

namespace kibitz::bot::lichess {

struct ChallengeLimits {
    std::size_t an_hour = 12, a_day = 100;
    std::chrono::seconds pause{30};
};

class ChallengeBudget {
   public:
    explicit ChallengeBudget(const ChallengeLimits& limits) : limits_(limits) {}

    [[nodiscard]] bool allows(Moment now) const {
        return now >= next_ && count_since(now - std::chrono::hours(1)) < limits_.an_hour &&
               count_since(now - std::chrono::hours(24)) < limits_.a_day;
    }
    void spend(Moment now) {
        while (!sent_.empty() && sent_.front() <= now - std::chrono::hours(24)) sent_.pop_front();
        sent_.push_back(now);
        wait(now);
    }
    // Nothing is sent for the time of a pause.
    void wait(Moment now) { hold(now + limits_.pause); }
    // Nothing is sent before that moment.
    void hold(Moment end) { next_ = std::max(next_, end); }

   private:
    [[nodiscard]] std::size_t count_since(Moment begin) const {
        std::size_t count = 0;
        for (const Moment moment : sent_)
            if (moment > begin) ++count;
        return count;
    }

    const ChallengeLimits limits_;
    std::deque<Moment> sent_;
    Moment next_{0};
};

}  // namespace kibitz::bot::lichess
