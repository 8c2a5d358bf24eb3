// Search: one `go`, as a search of your own sees it: how long it may think, whether to stop, and
// where to report. Front (front.hpp) makes it.
//
// Its functions may be called from several threads.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "chess/outcome.hpp"
#include "engine/limits.hpp"
#include "engine/time_manager.hpp"

namespace kibitz::uci {

// What a search has found so far.
struct Report {
    int depth = 1;
    int centipawns = 0;            // as the side to move sees it
    std::optional<int> mate = {};  // instead: in so many moves; negative if it is mated
    std::uint64_t nodes = 0;       // so far
    std::vector<Move> line = {};   // the moves that both sides are expected to play
};

class Search {
   public:
    using Sink = std::function<void(std::string_view)>;

    // `overhead_ms`: what a move costs on the clock beyond the thinking.
    Search(const Line& game, const Limits& limits, std::int64_t overhead_ms, bool chess960,
           Sink sink);

    // What `go` said. The functions below heed all of it.
    [[nodiscard]] const Limits& limits() const { return limits_; }
    // The moves to choose from: all legal ones, unless `go searchmoves` named some.
    [[nodiscard]] const MoveList& moves() const { return moves_; }

    // True as soon as an answer is wanted: after `stop`, and when no time is left or so many nodes
    // are more than allowed. To be asked every few hundred nodes at least.
    [[nodiscard]] bool should_stop(std::uint64_t nodes = 0) const;
    // True if it is worth beginning a search of that depth.
    [[nodiscard]] bool may_deepen(int depth, std::uint64_t nodes = 0) const;
    // `stop`, `quit` and the end of the input alone, for what takes a token.
    [[nodiscard]] std::stop_token stop_token() const { return stop_.get_token(); }
    // Since `go`, or since `ponderhit`.
    [[nodiscard]] std::int64_t elapsed_ms() const;

    // Writes an `info` line. Of the moves, those are written that can be played one after another.
    void report(const Report& report);
    // Writes a text for people (`info string`).
    void say(std::string_view text) const;

    // For the front:
    void stop() { stop_.request_stop(); }
    // False if it does not ponder.
    bool ponderhit();
    // Waits while the protocol wants no answer yet: in `go infinite` and while pondering.
    void wait_until_due();
    // The last report's first move, if it is one of moves(); none otherwise.
    [[nodiscard]] Move reported_move() const;
    [[nodiscard]] bool has_reported() const;

   private:
    // Such a mate as `go mate` looks for.
    [[nodiscard]] bool has_found_mate() const;

    Position root_;
    Limits limits_;
    MoveList moves_;
    TimeManager time_;
    bool chess960_;
    Sink sink_;
    std::stop_source stop_;
    std::atomic<std::int64_t> began_ms_;
    std::atomic<bool> ponders_;
    mutable std::mutex mutex_;  // of what follows
    std::condition_variable_any hit_;
    std::optional<Report> last_;
};

}  // namespace kibitz::uci
