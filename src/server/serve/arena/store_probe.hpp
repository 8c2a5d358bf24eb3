// StoreProbe: asks the store every second whether it can be reached, so that /readyz tells the
// truth also while nobody plays, and whether it still is this server's; and renews this server's
// lease of it while the server goes on.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <string>
#include <thread>

#include "store/event_store.hpp"

namespace kibitz::serve {

class StoreProbe {
   public:
    // The store must outlive it. `lose` is called once, with the reason, if another server takes
    // the log over.
    StoreProbe(store::EventStore& store, std::function<bool()> goes_on,
               std::function<void(std::string)> lose);
    StoreProbe(const StoreProbe&) = delete;
    StoreProbe& operator=(const StoreProbe&) = delete;

    // False while the store cannot be reached, or takes too long to answer.
    [[nodiscard]] bool is_reachable() const;

   private:
    using Clock = std::chrono::steady_clock;
    void run(const std::stop_token& stop);

    store::EventStore& store_;
    const std::function<bool()> goes_on_;
    const std::function<void(std::string)> lose_;
    std::atomic<bool> is_reachable_ = true;  // when it was last asked
    std::atomic<Clock::time_point> asked_;   // since when it has not answered
    std::jthread thread_;                    // the last: it uses the others
};

}  // namespace kibitz::serve
