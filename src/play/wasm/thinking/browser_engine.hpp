// BrowserEngine: a table, searchers and a clock for one game, on memory that does not grow while it
// thinks. What platform/engine.hpp is to a machine with threads, this is to a page, which makes the
// threads itself: one instance of the module for each, over one shared memory.
//
// The leader (searcher 0) runs think(); each helper runs help() for good and sleeps between
// searches. A page without shared memory has the leader alone.
#pragma once

#include <atomic>
#include <cstdint>
#include <expected>
#include <memory>
#include <string>
#include <vector>

#include "chess/outcome.hpp"
#include "engine/eval/nnue/network.hpp"
#include "engine/search.hpp"

namespace kibitz::wasm {

class BrowserEngine {
   public:
    using Clock = std::int64_t (*)();  // milliseconds, monotonic

    static constexpr int most_threads = 32;
    static constexpr int most_hash_mb = 128;

    static std::expected<std::unique_ptr<BrowserEngine>, std::string> make(int threads, int hash_mb,
                                                                           Clock clock);

    // The network evaluates; at first there is none, and the hand-crafted evaluation takes its
    // place.
    void set_network(std::unique_ptr<const nnue::Network> network);
    // Forgets what was learned in the last game.
    void new_game();
    void set_line(const Line& line);
    [[nodiscard]] const Line& line() const { return line_; }

    // Blocks until a limit is reached or the search is stopped from outside, by setting both
    // numbers below: first the run's, then the flag.
    const SearchResult& think(std::int32_t run, const Limits& limits, int multi_pv,
                              SearchListener* listener);
    [[nodiscard]] std::atomic<std::int32_t>& stopped_run() { return stopped_run_; }
    [[nodiscard]] std::atomic<bool>& stop_flag() { return context_.stop; }
    // Never returns; for each helper's thread, ids from 1.
    [[noreturn]] void help(int id);

    [[nodiscard]] std::uint64_t nodes() const;

   private:
    BrowserEngine() = default;
    void wake_helpers();
    void wait_for_helpers();

    Line line_;
    std::unique_ptr<const nnue::Network> network_;
    SearchContext context_;
    std::unique_ptr<TranspositionTable::Cluster[]> table_memory_;
    std::size_t clusters_ = 0;
    std::vector<std::unique_ptr<Searcher>> searchers_;
    std::atomic<std::int32_t> stopped_run_ = -1;     // runs have numbers from 0
    std::atomic<std::int32_t> search_number_ = 0;    // helpers wait for it to change
    std::atomic<std::int32_t> helpers_at_work_ = 0;  // the leader waits for 0
};

}  // namespace kibitz::wasm
