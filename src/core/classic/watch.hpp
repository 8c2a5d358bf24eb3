// SearchWatch: what a running search and those who look on share: a wish to stop, progress, and who
// does the work.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace kibitz::players {

// Some of the work: [begin, end), and whether the thread that called the search does it.
using Batch = std::function<void(std::size_t begin, std::size_t end, bool is_caller)>;

struct SearchWatch {
    // Asked before every node, by all threads. May be empty.
    std::function<bool()> stop;
    std::atomic<std::uint64_t> nodes = 0;  // made by this search so far
    std::atomic<int> levels = 0;           // finished
    // Called every few milliseconds on the thread that called the search. May be empty.
    std::function<void()> tick;
    // Calls work for every batch of [0, count), perhaps on several threads at the same time, and
    // returns when all is done or after a stop. Empty: the calling thread does everything.
    std::function<void(std::size_t count, std::size_t batch, const Batch& work)> share_out;

    [[nodiscard]] bool stopped() const { return stop && stop(); }
};

// Has the work on [0, count) done in batches. Returns false if the watch said stop; then some
// batches were not done.
bool for_batches(SearchWatch& watch, std::size_t count, std::size_t batch, const Batch& work);

}  // namespace kibitz::players
