// Front: a conversation in the UCI protocol about a search of your own. Lines come in, answers go
// out; stop, pondering, options, bad input and the questions of a GUI during a search are handled
// here. serve() (serve.hpp) connects it to standard input and output.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "chess/outcome.hpp"
#include "uci_front/options.hpp"
#include "uci_front/search.hpp"

namespace kibitz::uci {

// What the other side is told about your program.
struct EngineInfo {
    std::string name = "An engine without a name";
    std::string author = "unknown";
    // Your own. "Ponder", "Move Overhead" and "UCI_Chess960" are there without them. They are set
    // while no search runs.
    Options options = {};
    // Called before a new game, while no search runs: the moment to forget the last one.
    std::function<void()> on_new_game = {};
};

// The move to play, and the answer to think about meanwhile, if there is one.
struct Answer {
    Answer(Move best, Move expected = Move::none()) : move(best), ponder(expected) {}  // NOLINT

    Move move;
    Move ponder;
};

// Chooses one of search.moves() in game.position(). It is called on a thread of its own, never
// twice at a time, and never in a position without a legal move.
using BestMove = std::function<Answer(const Line& game, Search& search)>;

class Front {
   public:
    // `sink` is called with one line at a time, without its end, from several threads in turn.
    Front(EngineInfo info, BestMove best_move, Search::Sink sink);
    // Stops the search and waits for its end.
    ~Front();
    Front(const Front&) = delete;
    Front& operator=(const Front&) = delete;

    // Executes one line. False when the conversation is over ("quit").
    bool handle(std::string_view line);
    // Stops the search, and gives it that long to answer. False if it has not.
    bool finish(std::chrono::milliseconds patience);

   private:
    struct Command;

    void on_uci(std::string_view);
    void on_is_ready(std::string_view);
    void on_new_game(std::string_view);
    void on_position(std::string_view rest);
    void on_go(std::string_view rest);
    void on_stop(std::string_view);
    void on_ponder_hit(std::string_view);
    void on_set_option(std::string_view rest);
    void on_debug(std::string_view rest);
    void on_register(std::string_view) {}  // there is nothing to register
    void on_quit(std::string_view);

    // Ends a running search, which answers before this returns.
    void bring_to_rest();
    void think(const Line& game, Search& search, bool chess960);
    // What the function answers, or the best that can be said if that is no move to play.
    Answer answer_of(const Line& game, Search& search);
    void add_own_options();
    void write(std::string_view line);
    void error(std::string_view text);

    EngineInfo info_;
    BestMove best_move_;
    Search::Sink sink_;
    std::mutex sink_mutex_;
    Line game_;
    std::int64_t move_overhead_ms_;
    bool chess960_ = false;
    bool over_ = false;
    std::unique_ptr<Search> search_;  // the last one
    std::mutex mutex_;                // of what follows
    std::condition_variable rests_;
    bool thinks_ = false;
    std::jthread thread_;  // last: it uses the rest
};

}  // namespace kibitz::uci
