// The interface of the search: what a program with threads, a clock and output needs to run it.
//
// All Searchers share one SearchContext, and each runs on a thread of its own. The caller
//   1. fills the context and calls prepare() on searcher 0's thread-to-be,
//   2. calls run() of every searcher, each on a thread of its own,
//   3. waits until run() of searcher 0 returns, sets `stop`, waits for the others,
//   4. plays the result of best_searcher(), and lets it report where that is not searcher 0.
// A browser does the same with workers, a single-threaded program with one searcher.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "chess/position.hpp"
#include "engine/limits.hpp"
#include "engine/score.hpp"
#include "engine/search/parameters.hpp"
#include "engine/tablebase.hpp"
#include "engine/time_manager.hpp"
#include "engine/transposition_table.hpp"

namespace kibitz {

namespace nnue {
class Network;
}

// One principal variation, as UCI's `info` shows it.
struct SearchInfo {
    Depth depth = 0;
    Depth selective_depth = 0;
    int line = 1;  // 1-based number of the line (MultiPV)
    Score score = score_none;
    Bound bound = Bound::exact;
    std::uint64_t nodes = 0;  // of all threads
    std::uint64_t tablebase_hits = 0;
    std::int64_t time_ms = 0;
    int table_permille = 0;
    std::span<const Move> pv;
};

// Receives the reports of searcher 0, on its thread.
class SearchListener {
   public:
    virtual ~SearchListener() = default;
    virtual void on_info(const SearchInfo& info) = 0;
    // The root move being searched, after some seconds.
    virtual void on_current_move(Depth depth, Move move, int number) = 0;
};

struct SearchOptions {
    int multi_pv = 1;
    MoveOverhead move_overhead;  // none where nothing stands between the search and the clock
    // A draw is worth so many centipawns less than nothing to the side to move at the root.
    int contempt = 0;
    bool fifty_move_rule = true;  // Syzygy50MoveRule
    int tablebase_probe_depth = 1;
    int tablebase_probe_limit = 7;
    bool tablebase_root_only = false;  // rank the root moves, but do not probe in the search
    // Report nothing (fixed-node play, data generation).
    bool quiet = false;
};

// A move that may be chosen at the root, with what the tablebases know of it.
struct RootChoice {
    Move move;
    int tablebase_rank = 0;              // larger is better, as Tablebase::RootMove has it
    Score tablebase_score = score_none;  // none: the tables do not know
};

struct SearchContext {
    // Set by the caller before a search.
    Position root = Position::initial();
    // Keys of the positions of the game before the root, oldest first; only those since the
    // last capture or pawn move matter.
    std::vector<Key> earlier_keys;
    Limits limits;
    SearchOptions options;
    TranspositionTable table;
    Tablebase* tablebase = nullptr;
    const nnue::Network* network = nullptr;  // none: the hand-crafted evaluation
    SearchListener* listener = nullptr;
    std::int64_t (*now_ms)() = nullptr;  // a monotonic clock
    std::int64_t start_ms = 0;           // when `go` arrived
    search::Parameters parameters;       // used only if search::parameters_are_tunable

    // Changed while searching.
    std::atomic<bool> stop = false;
    // Thinking on the opponent's time: reaching a limit does not end the search.
    std::atomic<bool> pondering = false;
    // Milliseconds since start_ms that the time limits do not count.
    std::atomic<std::int64_t> free_ms = 0;

    // Set by prepare().
    TimeManager time;
    std::vector<RootChoice> root_moves;      // legal, allowed by searchmoves; best ranks first
    std::uint64_t root_tablebase_hits = 0;   // the root moves that were looked up
    std::vector<class Searcher*> searchers;  // all of them, set by the caller
};

// A searcher has found this.
struct SearchResult {
    struct Line {
        Score score = score_none;  // from the tablebases where they know it, except for mates
        std::vector<Move> pv;      // begins with the move to play
        // `lower` for a new best move whose search was stopped: its score is at least this.
        Bound bound = Bound::exact;
        Depth depth = 0;  // of the iteration that found it
        Depth selective_depth = 0;
    };
    std::vector<Line> lines;  // best first; one for each MultiPV line; empty if no legal move
    Depth depth = 0;          // of the last finished iteration
};

class Searcher {
   public:
    virtual ~Searcher() = default;
    // Forgets what it learned in earlier searches (histories).
    virtual void new_game() = 0;
    // Counts from 0 again. Before any searcher runs: a limit on the nodes of all looks at each,
    // also at those that have not begun.
    virtual void reset_counts() = 0;
    // Searches until a limit is reached or context.stop is set.
    virtual void run() = 0;
    // Sends the result's lines to the listener once more: for the searcher whose result is chosen,
    // if that is not searcher 0, which has reported its own.
    virtual void report_result() const = 0;
    [[nodiscard]] virtual const SearchResult& result() const = 0;
    // Readable by other threads while running.
    [[nodiscard]] virtual std::uint64_t nodes() const = 0;
    [[nodiscard]] virtual std::uint64_t tablebase_hits() const = 0;
};

// Fills in the part of the context that is derived from the rest. Resets `stop` and what the
// searchers have counted.
void prepare(SearchContext& context);

// The searcher whose result to play, by a vote weighted by score and depth.
const Searcher& best_searcher(std::span<Searcher* const> searchers);

}  // namespace kibitz
