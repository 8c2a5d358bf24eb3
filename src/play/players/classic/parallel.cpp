#include "players/classic/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <system_error>
#include <thread>
#include <vector>

namespace kibitz::players {

namespace {

// Starts up to n threads; where the system allows fewer, fewer help.
template <class Job>
std::vector<std::jthread> start_helpers(std::size_t n, const Job& job) {
    std::vector<std::jthread> helpers;
    helpers.reserve(n);
    try {
        while (helpers.size() < n) helpers.emplace_back(job);
    } catch (const std::system_error&) {
        // The threads there are, at least the calling one, do all the work.
    }
    return helpers;
}

void share_out(const SearchWatch& watch, int workers, std::size_t count, std::size_t batch,
               const Batch& work) {
    std::atomic<std::size_t> next = 0;
    const auto do_next_batch = [&](bool is_caller) {
        const std::size_t begin = next.fetch_add(batch, std::memory_order_relaxed);
        if (begin >= count || watch.stopped()) return false;
        work(begin, std::min(begin + batch, count), is_caller);
        return true;
    };
    const auto help = [&] {
        while (do_next_batch(false)) {
        }
    };

    const std::size_t batches = (count + batch - 1) / batch;
    const std::size_t useful = std::min(static_cast<std::size_t>(workers), batches);
    const auto helpers = start_helpers(useful > 0 ? useful - 1 : 0, help);
    while (do_next_batch(true))
        if (watch.tick) watch.tick();
}

}  // namespace

void share_among_threads(SearchWatch& watch, int workers) {
    watch.share_out = [&watch, workers](std::size_t count, std::size_t batch, const Batch& work) {
        share_out(watch, workers, count, batch, work);
    };
}

}  // namespace kibitz::players
