// Pulse: whether a thread goes on. It is asked again and again, and hangs if it does not answer for
// too long.
#pragma once

#include <chrono>
#include <mutex>
#include <optional>

namespace kibitz::serve {

// May be used by several threads.
class Pulse {
   public:
    using Time = std::chrono::steady_clock::time_point;
    // Longer than anything that the arena does, also on a machine that is very busy.
    static constexpr std::chrono::seconds longest{10};

    // Whether to ask it now: it has answered the last question.
    bool ask(Time now) {
        const std::lock_guard lock(mutex_);
        if (asked_) return false;
        asked_ = now;
        return true;
    }
    void answer() {
        const std::lock_guard lock(mutex_);
        asked_.reset();
    }
    [[nodiscard]] bool is_felt(Time now) const {
        const std::lock_guard lock(mutex_);
        return !asked_ || now - *asked_ <= longest;
    }

   private:
    mutable std::mutex mutex_;
    std::optional<Time> asked_;  // and not answered
};

}  // namespace kibitz::serve
