// Engine: a position, a table, and threads that think about it.
//
// Everything that plays or analyses goes through this class: the UCI protocol, the command line,
// opponents. All functions are for one thread (the owner's) except where it says otherwise; the
// listener is called on a thread of the engine.
//
//     Engine engine;
//     engine.set_position(Position::initial(), {});
//     const BestMove answer = engine.think({.depth = 12});
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "chess/position.hpp"
#include "engine/core_path.hpp"
#include "engine/eval/nnue/network.hpp"
#include "engine/search.hpp"
#include "platform/cpu_binding.hpp"
#include "platform/huge_memory.hpp"
#include "platform/thread_pool.hpp"

namespace kibitz {

struct BestMove {
    Move move;    // none only if the position has no legal move
    Move ponder;  // the answer expected, none if there is no guess
};

class EngineListener : public SearchListener {
   public:
    void on_info(const SearchInfo& /*info*/) override {}
    void on_current_move(Depth /*depth*/, Move /*move*/, int /*number*/) override {}
    // The last call of a search. The engine is at rest when this returns: the listener must not
    // start the next search from here.
    virtual void on_best_move(const BestMove& /*best*/) {}
};

class Engine {
   public:
    static constexpr int default_hash_mb = 16;
    static constexpr int max_threads = 1024;
    // Kept back of each move's time, unless options() say otherwise: an answer needs time to reach
    // whoever holds the clock.
    static constexpr std::int64_t usual_move_overhead_ms = 10;
    // 2^25: a table of 32 TB, the most that 48-bit addresses leave room for.
    static constexpr std::int64_t max_hash_mb = 33'554'432;

    // One thread and a table of the default size; if memory is short, a table of one megabyte or
    // none at all (it plays, but badly).
    explicit Engine(const CorePath& path = default_path());
    // Stops a search that is running.
    ~Engine();
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    [[nodiscard]] const CorePath& core_path() const { return path_; }

    // --- What to think about; may change during a search, for the next one. ---

    // A game from `start`; the moves must be legal one after the other.
    void set_position(const Position& start, std::span<const Move> moves);
    [[nodiscard]] const Position& position() const { return position_; }
    [[nodiscard]] SearchOptions& options() { return options_; }
    // Null means none. Must live until another is set and no search runs.
    void set_listener(EngineListener* listener) { listener_ = listener; }

    // --- Changes that need the engine at rest. They wait for a search to end, so stop() it
    //     first if it would not end by itself. ---

    // 1 to max_threads. On an error (out of range, no memory, the system refuses) the number stays
    // as it was.
    std::expected<void, std::string> set_threads(int threads);
    [[nodiscard]] int threads() const { return pool_.size(); }
    // Where threads run (cpu_binding.hpp), these and those to come. Histories are forgotten.
    void bind_threads(ThreadPlaces places);
    // 1 to max_hash_mb; forgets the contents. On an error the size stays as it was, and so do the
    // contents unless the system refused memory that it seemed to have.
    std::expected<void, std::string> set_hash_mb(std::int64_t megabytes);
    [[nodiscard]] std::int64_t hash_mb() const { return hash_mb_; }
    // Forgets all searched positions.
    void clear_hash();
    // Forgets what was learned in the last game: table and histories.
    void new_game();
    // The whole table to and from a file (hash_file.hpp). Loading needs a table of the same size.
    std::expected<void, std::string> save_hash(const std::string& path);
    std::expected<void, std::string> load_hash(const std::string& path);
    // The network evaluates; null means the hand-crafted evaluation. The first is default_network()
    // (networks.hpp). Forgets what was searched with the other.
    void set_network(std::shared_ptr<const nnue::Network> network);
    // Null means none. The tables must live as long as they are set.
    void set_tablebase(Tablebase* tablebase);
    [[nodiscard]] Tablebase* tablebase() const { return context_.tablebase; }

    // --- Searching ---

    // Starts to think and returns at once. If a search still runs, it is waited for first.
    void go(const Limits& limits);
    // Ends the search as soon as possible; nothing happens if there is none. Any thread may do so.
    void stop();
    // The expected move was played: a search that ponders now keeps to its limits. The time spent
    // so far counts as used, except for a fixed time per move, which begins now. False if there is
    // no such search. May be called from any thread.
    bool ponderhit();
    // True while a search runs that only stop() (or ponderhit()) can end, and that has not been
    // asked to stop. May be called from any thread.
    [[nodiscard]] bool searches_without_end() const;
    // Returns when no search runs.
    void wait();
    // go() and wait() in one.
    BestMove think(const Limits& limits);

    // These are of the last finished search; the engine is at rest.
    [[nodiscard]] const BestMove& best_move() const { return best_move_; }
    [[nodiscard]] const SearchResult& result() const { return result_; }
    // They sum up all threads of the last or running search. Any thread may ask between calls.
    [[nodiscard]] std::uint64_t nodes() const;
    [[nodiscard]] std::uint64_t tablebase_hits() const;

   private:
    enum class State : std::uint8_t { resting, searching, finishing };

    static const CorePath& default_path();
    std::expected<void, std::string> allocate_table(std::int64_t megabytes);
    void zero_table();
    void fill_context(const Limits& limits);
    void search_on_all_threads();
    void prepare_search();
    void wait_for_permission_to_answer();
    void choose_best_move();
    [[nodiscard]] Move guess_reply(Move best) const;

    const CorePath& path_;
    SearchOptions options_{
        .move_overhead = {.usual = usual_move_overhead_ms, .worst = usual_move_overhead_ms}};
    EngineListener* listener_ = nullptr;
    Position position_ = Position::initial();
    std::vector<Key> earlier_keys_;

    ThreadPlaces places_;
    CpuList allowed_cpus_;  // of the owner, before anything was bound
    std::shared_ptr<const nnue::Network> network_;
    HugeMemory table_memory_;
    std::int64_t hash_mb_ = 0;
    SearchContext context_;
    std::vector<std::unique_ptr<Searcher>> searchers_;
    SearchResult result_;
    BestMove best_move_;

    mutable std::mutex mutex_;  // guards the three below
    State state_ = State::resting;
    bool stop_requested_ = false;
    bool infinite_ = false;
    std::condition_variable answer_allowed_;

    ThreadPool pool_;  // last: its threads use the rest
};

}  // namespace kibitz
