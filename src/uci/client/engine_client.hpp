// EngineClient: somebody else's UCI engine as a running program that can be asked for moves.
//
// Nothing here waits without a deadline, and every way an engine can misbehave comes back as a
// Fault. After a fault other than a late answer the engine is dead and a new one has to be started.
// One thread may use an engine at a time.
#pragma once

#include <chrono>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "uci/client/child_process.hpp"
#include "uci/client/engine_option.hpp"
#include "uci/client/fault.hpp"
#include "uci/client/search_info.hpp"

namespace kibitz::uci_client {

using Milliseconds = std::chrono::milliseconds;

// How long an engine may be silent before it counts as hanging.
struct Patience {
    Milliseconds start{10'000};   // from start to uciok
    Milliseconds ready{10'000};   // from isready to readyok (hash tables take time to clear)
    Milliseconds search{60'000};  // without any output, where no clock limits the search
    Milliseconds stop{2'000};     // from stop, or the end of the clock, to bestmove
    Milliseconds quit{1'000};     // from quit to the end of the process
};

struct EngineSettings {
    Command command;
    std::vector<std::pair<std::string, std::string>> options{};  // set in this order
    Patience patience{};
};

struct ClockLimit {
    Milliseconds white{0}, black{0}, white_increment{0}, black_increment{0};
    int moves_to_go = 0;  // 0: for the rest of the game
};

// What `go` says.
struct GoLimits {
    std::optional<ClockLimit> clock{};
    std::optional<Milliseconds> move_time{};
    std::optional<std::uint64_t> nodes{};
    std::optional<int> depth{};
};

struct SearchReply {
    std::string best_move;      // as the engine wrote it; not yet looked at
    std::string ponder_move;    // empty if it named none
    SearchInfo info;            // the last news about its search
    std::chrono::nanoseconds elapsed{0};  // from the end of writing `go` to reading bestmove
};

class EngineClient {
   public:
    // Starts the program, learns its options and sets those wanted.
    static std::expected<EngineClient, Fault> start(const EngineSettings& settings);

    [[nodiscard]] const std::string& name() const { return name_; }      // as it says itself
    [[nodiscard]] const std::string& author() const { return author_; }
    [[nodiscard]] const std::vector<EngineOption>& options() const { return options_; }
    [[nodiscard]] const EngineOption* find_option(std::string_view name) const;
    // Options wanted that the engine does not have or whose values do not fit; they are sent all
    // the same, since engines have undeclared ones.
    [[nodiscard]] const std::vector<std::string>& warnings() const { return warnings_; }

    // Sets the option if the engine has it; false if it has not.
    bool set_if_known(std::string_view name, std::string_view value);
    std::expected<void, Fault> wait_ready();
    std::expected<void, Fault> new_game();

    // Thinks and waits for the move. `position` is a whole "position ..." line without its end.
    // `time` is what the clock allows (unlimited if empty): an answer after it comes back like any
    // other, with its time; no answer even after `stop` is a stall.
    std::expected<SearchReply, Fault> search(std::string_view position, const GoLimits& limits,
                                             std::optional<Clock::duration> time);

    // Pondering: starts to think on the position after the expected move ...
    std::expected<void, Fault> ponder(std::string_view position, const GoLimits& limits);
    // ... which was played: now the clock runs, and the move is waited for as in `search`.
    std::expected<SearchReply, Fault> ponder_hit(std::optional<Clock::duration> time);
    // ... which was not played, or the game is over: stops and throws the answer away.
    std::expected<void, Fault> ponder_miss();

    // Asks it to quit; kills it if it does not. How it ended.
    ExitStatus quit();
    // False once it has crashed, hung or been stopped.
    [[nodiscard]] bool is_alive() const { return alive_; }
    // The last part of what it wrote on its standard error.
    [[nodiscard]] const std::string& error_output() const { return process_.error_output(); }

   private:
    EngineClient(ChildProcess process, const Patience& patience)
        : process_(std::move(process)), patience_(patience) {}
    std::expected<void, Fault> introduce();
    std::expected<void, Fault> send(std::string_view text);
    std::expected<std::string_view, ReadEnd> read_before(TimePoint deadline);
    // What came in unasked, such as a second bestmove, is not the answer to the next question.
    void discard_output();
    std::expected<SearchReply, Fault> wait_for_move(TimePoint started,
                                                    std::optional<Clock::duration> time);
    void note_info(std::string_view line);
    // The process gave no line: it has ended, hangs or writes without end.
    Fault lost(ReadEnd end, std::string_view while_doing);

    ChildProcess process_;
    Patience patience_;
    std::string name_, author_;
    std::vector<EngineOption> options_;
    std::vector<std::string> warnings_;
    bool alive_ = true;
    std::string request_;    // being written; kept for its memory
    std::string pv_line_;    // the last info line with a line of play
    std::string last_line_;  // the last info line with a number of nodes
};

}  // namespace kibitz::uci_client
