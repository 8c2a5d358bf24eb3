// PlayingEngine: anything that can be asked for moves in a match: an external engine as a running
// program, whatever protocol it speaks, or a player of our own (match/player_engine.hpp). Games,
// limits and moves are values here; the text of a protocol begins below this interface.
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
#include <vector>

#include "chess/move.hpp"
#include "chess/outcome.hpp"
#include "engine/limits.hpp"
#include "players/settings.hpp"
#include "uci/client/child_process.hpp"
#include "uci/client/fault.hpp"
#include "uci/client/search_info.hpp"

namespace kibitz::uci_client {

using Milliseconds = std::chrono::milliseconds;

// How long an engine may be silent before it counts as hanging.
struct Patience {
    Milliseconds start{10'000};    // from start to uciok, or from done=0 to done=1
    Milliseconds features{2'000};  // XBoard: to the features; the protocol allows two seconds
    Milliseconds ready{10'000};    // from isready to readyok (hash tables take time to clear)
    Milliseconds search{60'000};   // without any output, where no clock limits the search
    Milliseconds stop{2'000};      // from stop, or the end of the clock, to the move
    Milliseconds quit{1'000};      // from quit to the end of the process
};

// All of them become longer by the factor.
Patience scaled(const Patience& patience, double factor);

// How a program is run and treated, whichever it is.
struct Handling {
    Patience patience{};
    std::string first_words{};  // sent before the protocol begins; lines, each with its end
    std::optional<int> cpu{};   // the process keeps to this core
    std::string error_file{};   // its standard error is appended to it
};

// What an engine did instead of a move, or with it; impossible in UCI.
struct Declaration {
    bool resigns = false;
    bool offers_draw = false;   // or agrees to the offer of its opponent
    std::string claims_result;  // the result that it announces instead of a move
};

struct SearchReply {
    Move best_move;                       // none if what it wrote is not a legal move
    std::string move_text;                // what it wrote, or would have written
    Move ponder_move;                     // none if it named none, or one that is not legal
    SearchInfo info;                      // the last that it reported of its search
    std::chrono::nanoseconds elapsed{0};  // from the end of writing the question to the answer
    Declaration declaration;
};

class PlayingEngine {
   public:
    virtual ~PlayingEngine() = default;

    [[nodiscard]] virtual const std::string& name() const = 0;  // that it reports
    // Options wanted that the engine does not have or whose values do not fit.
    [[nodiscard]] virtual const std::vector<std::string>& warnings() const = 0;
    // False once it has crashed, hung or been stopped.
    [[nodiscard]] virtual bool is_alive() const = 0;
    // Whether one process can play more than one game.
    [[nodiscard]] virtual bool is_reusable() const { return true; }
    // Whether the number of nodes it searches can be limited.
    [[nodiscard]] virtual bool can_limit_nodes() const { return true; }
    // The last part of what it wrote on its standard error.
    [[nodiscard]] virtual const std::string& error_output() const = 0;

    // Sets the option, by its UCI name, if the engine has it; false if it has not.
    virtual bool set_if_known(std::string_view name, std::string_view value) = 0;
    // The number is that of the game in the match. A player whose play depends on chance seeds it
    // with this number, so that a match can be repeated.
    virtual std::expected<void, Fault> new_game(std::uint64_t number) = 0;

    // Thinks about the last position of the game and waits for the move. `time` is what the clock
    // allows (unlimited if empty): an answer after it comes back like any other, with its time; no
    // answer even after it is asked to move is a stall.
    virtual std::expected<SearchReply, Fault> search(const Line& game, const Limits& limits,
                                                     std::optional<Clock::duration> time) = 0;

    // Pondering on the reply that an engine named: starts to think about the position after that
    // legal move ...
    virtual std::expected<void, Fault> ponder(const Line& game, Move expected,
                                              const Limits& limits) = 0;
    // ... which was played: now the clock runs, and the move is waited for as in `search`.
    virtual std::expected<SearchReply, Fault> ponder_hit(std::optional<Clock::duration> time) = 0;
    // ... which was not played, or the game is over: stops and throws the answer away.
    virtual std::expected<void, Fault> ponder_miss() = 0;

    // The opponent offers a draw; the engine learns of it with its next search.
    virtual void draw_offered() {}
    // The game is over: "1-0", "0-1" or "1/2-1/2".
    virtual void game_over(std::string_view /*result*/) {}

    // Asks it to quit, and kills it if it does not. Returns how it ended.
    virtual ExitStatus quit() = 0;
};

// Starts the program, reads its introduction and sets the options wanted, in their order. The
// thread that calls this has to outlive the engine (see ChildProcess).
std::expected<std::unique_ptr<PlayingEngine>, Fault> start_engine(
    const players::ExternalSettings& program, const Handling& handling = {});

}  // namespace kibitz::uci_client
