// PlayingEngine: somebody else's engine as a running program that can be asked for moves, whatever
// protocol it speaks. What a match needs of an engine, and no more.
//
// Nothing here waits without a deadline, and every way an engine can misbehave comes back as a
// Fault. After a fault other than a late answer the engine is dead and a new one has to be started.
// One thread may use an engine at a time.
#pragma once

#include <chrono>
#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "uci/client/child_process.hpp"
#include "uci/client/fault.hpp"
#include "uci/client/search_info.hpp"

namespace kibitz::uci_client {

using Milliseconds = std::chrono::milliseconds;

enum class Protocol : std::uint8_t {
    uci,
    xboard,  // CECP: the Chess Engine Communication Protocol, versions 1 and 2
};

// How long an engine may be silent before it counts as hanging.
struct Patience {
    Milliseconds start{10'000};    // from start to uciok, or from done=0 to done=1
    Milliseconds features{2'000};  // XBoard: to the features; the protocol says two seconds
    Milliseconds ready{10'000};    // from isready to readyok (hash tables take time to clear)
    Milliseconds search{60'000};   // without any output, where no clock limits the search
    Milliseconds stop{2'000};      // from stop, or the end of the clock, to the move
    Milliseconds quit{1'000};      // from quit to the end of the process
};

// All of them times the factor.
Patience scaled(const Patience& patience, double factor);

struct EngineSettings {
    Command command;
    std::string first_words{};  // sent before the protocol begins; lines, each with its end
    std::vector<std::pair<std::string, std::string>> options{};  // set in this order
    Patience patience{};
    Protocol protocol = Protocol::uci;
};

struct ClockLimit {
    Milliseconds white{0}, black{0}, white_increment{0}, black_increment{0};
    int moves_to_go = 0;  // 0: for the rest of the game
};

// What limits a search.
struct GoLimits {
    std::optional<ClockLimit> clock{};
    std::optional<Milliseconds> move_time{};
    std::optional<std::uint64_t> nodes{};
    std::optional<int> depth{};
};

// What an engine did instead of a move, or with it. UCI engines cannot.
struct Gesture {
    bool resigns = false;
    bool offers_draw = false;   // or agrees to the offer it was told of
    std::string claims_result;  // the result it says the game has, instead of a move
};

struct SearchReply {
    std::string best_move;    // in UCI's notation, or as the engine wrote it if it is no legal move
    std::string ponder_move;  // empty if it named none
    SearchInfo info;          // the last news about its search
    std::chrono::nanoseconds elapsed{0};  // from the end of writing the question to the answer
    Gesture gesture;
};

class PlayingEngine {
   public:
    virtual ~PlayingEngine() = default;

    [[nodiscard]] virtual const std::string& name() const = 0;  // as it says itself
    // Options wanted that the engine does not have or whose values do not fit.
    [[nodiscard]] virtual const std::vector<std::string>& warnings() const = 0;
    // False once it has crashed, hung or been stopped.
    [[nodiscard]] virtual bool is_alive() const = 0;
    // Whether one process can play more than one game.
    [[nodiscard]] virtual bool is_reusable() const { return true; }
    // Whether it can be told how many nodes to search.
    [[nodiscard]] virtual bool can_limit_nodes() const { return true; }
    // The last part of what it wrote on its standard error.
    [[nodiscard]] virtual const std::string& error_output() const = 0;

    // Sets the option, by its UCI name, if the engine has it; false if it has not.
    virtual bool set_if_known(std::string_view name, std::string_view value) = 0;
    // Tells it, before new_game, which game of the match it is: whoever plays by moods or draws
    // lots does so by this number, so that a match can be repeated.
    virtual void hear_game_number(std::uint64_t /*number*/) {}
    virtual std::expected<void, Fault> new_game() = 0;

    // Thinks and waits for the move. `position` is a whole UCI "position ..." line without its end.
    // `time` is what the clock allows (unlimited if empty): an answer after it comes back like any
    // other, with its time; no answer even after it is told to move is a stall.
    virtual std::expected<SearchReply, Fault> search(std::string_view position,
                                                     const GoLimits& limits,
                                                     std::optional<Clock::duration> time) = 0;

    // Pondering at our bidding, on the reply an engine named: starts to think on the position after
    // the expected move ...
    virtual std::expected<void, Fault> ponder(std::string_view position,
                                              const GoLimits& limits) = 0;
    // ... which was played: now the clock runs, and the move is waited for as in `search`.
    virtual std::expected<SearchReply, Fault> ponder_hit(std::optional<Clock::duration> time) = 0;
    // ... which was not played, or the game is over: stops and throws the answer away.
    virtual std::expected<void, Fault> ponder_miss() = 0;

    // Tells it, before its next search, that the opponent offers a draw.
    virtual void hear_draw_offer() {}
    // Tells it that the game is over: "1-0", "0-1" or "1/2-1/2".
    virtual void hear_result(std::string_view /*result*/) {}

    // Asks it to quit; kills it if it does not. How it ended.
    virtual ExitStatus quit() = 0;
};

// Starts the program, gets to know it and sets the options wanted.
std::expected<std::unique_ptr<PlayingEngine>, Fault> start_engine(const EngineSettings& settings);

}  // namespace kibitz::uci_client
