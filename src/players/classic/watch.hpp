// SearchWatch: what a running search and those who look on share: a wish to stop, and progress.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <stop_token>

namespace kibitz::players {

struct SearchWatch {
    std::stop_token stop;
    std::atomic<std::uint64_t> nodes = 0;  // made by this search so far
    std::atomic<int> levels = 0;           // finished
    // Called every few milliseconds on the thread that called the search. May be empty.
    std::function<void()> tick;

    [[nodiscard]] bool stopped() const { return stop.stop_requested(); }
};

}  // namespace kibitz::players
