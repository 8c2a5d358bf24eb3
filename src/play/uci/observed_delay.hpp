// ObservedDelay: what moves cost on the clock of the game beyond the time that the engine counts:
// the GUI, the pipes to it or a network, and other programs that keep us or the GUI from a core.
// The GUI does not say so, but the clock in the next `go` of the game shows it.
//
//     delay.on_go(limits, position, now);    // before the search
//     delay.on_move(now);                    // when "bestmove" has been written
//     delay.overhead(configured)             // of the next search
//
// All functions may be called from any thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>

#include "chess/position.hpp"
#include "engine/limits.hpp"
#include "engine/time_manager.hpp"

namespace kibitz::uci {

class ObservedDelay {
   public:
    using Time = std::chrono::steady_clock::time_point;

    // Also learns from the clock what the last move has cost, if this is the same game's next one.
    void on_go(const Limits& limits, const Position& position, Time now);
    void on_ponder_hit(Time now);
    void on_move(Time now);
    // The next clock says nothing about the last move.
    void on_new_game();

    // What a move should be taken to cost, in ms: at least `configured`.
    [[nodiscard]] MoveOverhead overhead(std::int64_t configured) const;

   private:
    // This is about our last move.
    struct Move {
        ClockTime clock;  // when it began
        int moves_to_go;
        Color us;
        int game_ply;
        bool is_on_our_clock;  // not while the opponent thinks
        Time begin;
        std::optional<std::chrono::milliseconds> taken{};
    };

    using Lock = std::lock_guard<std::mutex>;

    // The mutex must be held.
    void learn(double cost);

    mutable std::mutex mutex_;
    std::optional<Move> last_;
    double usual_ = 0, worst_ = 0;  // ms
};

}  // namespace kibitz::uci
