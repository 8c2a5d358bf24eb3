// ClassicPlayer: a computer player that is configured, thinks on threads of its own, reports its
// progress, can be stopped at any moment, and keeps its tree between moves.
//
//     ClassicPlayer player;
//     player.add_listener([](const ClassicEvent& event) { ... });
//     player.begin();
//     player.config({.level = 4});
//     player.run(position);        // returns at once; the move comes as an event
//     player.played(position);     // after every move of the opponent
//     player.end();
//
// The functions are for one thread, the owner's; cancel() is for any. No thread exists except
// during a run. Every function that has to wait refuses to be called from a listener.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <variant>
#include <vector>

#include "chess/position.hpp"
#include "classic/classic_move.hpp"
#include "classic/kept_tree.hpp"
#include "classic/settings.hpp"
#include "classic/watch.hpp"

namespace kibitz::players {

// There are at most ten a second.
struct ClassicProgress {
    std::uint64_t nodes = 0;  // made in this run
    int levels = 0;           // finished
    std::uint64_t nodes_per_second = 0;
};

using ClassicEvent = std::variant<ClassicProgress, ClassicMove>;

enum class ClassicError : std::uint8_t {
    not_begun,     // begin() comes first
    bad_settings,  // see check(ClassicSettings)
    running,       // a run has not ended; cancel() or wait() first
    called_by_listener,
    no_legal_move,  // the game is over
    no_thread,      // the system allows no more threads
    cancelled,      // by cancel(), before there was a move
};
const char* to_string(ClassicError error);

class ClassicPlayer {
   public:
    using Listener = std::function<void(const ClassicEvent&)>;
    enum class ListenerId : std::uint64_t {};

    ClassicPlayer() = default;
    // Ends it.
    ~ClassicPlayer();
    ClassicPlayer(const ClassicPlayer&) = delete;
    ClassicPlayer& operator=(const ClassicPlayer&) = delete;

    std::expected<void, ClassicError> begin();
    // Other rating settings make the tree start afresh.
    std::expected<void, ClassicError> config(const ClassicSettings& settings);
    [[nodiscard]] const ClassicSettings& settings() const { return settings_; }
    // Says which position is on the board now: keeps that part of the tree, or starts afresh if it
    // is not one move away. The player's own moves need not be passed.
    std::expected<void, ClassicError> played(const Position& position);
    // Begins to look for the move in that position; it comes as an event.
    std::expected<void, ClassicError> run(const Position& position);
    // It does the same on the calling thread (and the workers' beyond the first).
    std::expected<ClassicMove, ClassicError> run_and_wait(const Position& position);
    // Ends a run without a move; nothing happens if there is none. When it returns no event follows
    // and no thread is left. From a listener it returns before that.
    void cancel();
    // Returns when no run is under way.
    void wait();
    // Cancels a run and frees the tree.
    void end();
    [[nodiscard]] bool is_running() const;

    // Any thread may call both. Listeners are called one after the other on the searching thread.
    ListenerId add_listener(Listener listener);
    void remove_listener(ListenerId id);

    // It counts the tree's nodes between runs; 0 without a tree.
    [[nodiscard]] std::uint64_t tree_nodes() const;

   private:
    using TimePoint = std::chrono::steady_clock::time_point;
    struct Registered {
        ListenerId id;
        std::shared_ptr<const Listener> call;
    };

    [[nodiscard]] std::expected<void, ClassicError> check_at_rest() const;
    // Prepares a run; the error says why there is none.
    std::expected<void, ClassicError> start(const Position& position);
    // This is the thread the listeners will be called on.
    void search_here();
    void finish();
    void join();
    std::optional<ClassicMove> think(const Position& position);
    std::optional<ClassicMove> search_candidates(const Position& position);
    void report_progress(TimePoint started, TimePoint& last_report);
    void notify(const ClassicEvent& event);

    ClassicSettings settings_;
    bool begun_ = false;
    KeptTree tree_;
    std::unique_ptr<SearchWatch> watch_;

    mutable std::mutex mutex_;  // guards the four below
    bool running_ = false;
    std::thread::id searching_thread_;
    std::stop_source stop_;
    std::condition_variable came_to_rest_;

    std::mutex thread_mutex_;  // for joining
    std::thread thread_;

    std::mutex listeners_mutex_;
    std::vector<Registered> listeners_;
    std::uint64_t last_listener_ = 0;
};

}  // namespace kibitz::players
