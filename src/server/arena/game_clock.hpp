// The two clocks of a game.
#pragma once

#include <algorithm>
#include <array>

#include "arena/time.hpp"
#include "games/rules.hpp"

namespace kibitz::arena {

using games::index;
using games::Side;

struct ClockRules {
    Milliseconds base{180'000};
    Milliseconds increment{2'000};  // after each move
    // The base is for each move anew, and there is no increment.
    bool per_move = false;
    // A player's measured delay on the way here is given back, but never more than this a move.
    Milliseconds most_lag_credit{0};

    bool operator==(const ClockRules&) const = default;
};

class GameClock {
   public:
    explicit GameClock(const ClockRules& rules) : rules_(rules), left_{rules.base, rules.base} {}

    void start(Side side, Time now) {
        running_ = true;
        side_ = side;
        since_ = now;
    }
    // Until it is started again; what was used up to then is taken off.
    void stop(Time now) {
        left_ = left(now);
        running_ = false;
    }

    // The time a move made now takes off the clock, where `lag` of it went by on the way there and
    // back.
    [[nodiscard]] Milliseconds used(Time now, Milliseconds lag) const {
        const Milliseconds credit = std::clamp(lag, Milliseconds(0), rules_.most_lag_credit);
        return std::max(now - since_ - credit, Milliseconds(0));
    }
    // Takes it off; the other clock runs from now on.
    void moved(Milliseconds used, Time now) {
        Milliseconds& left = left_[index(side_)];
        left = rules_.per_move ? rules_.base
                               : std::max(left - used, Milliseconds(0)) + rules_.increment;
        start(~side_, now);
    }
    // Moves were taken back: time that was used is not given back, as nobody can say whose fault it
    // was. Where each move has a time of its own, the move to be made again has all of it.
    void taken_back(Side to_move, Time now) {
        stop(now);
        if (rules_.per_move) left_ = {rules_.base, rules_.base};
        start(to_move, now);
    }
    void give(Side side, Milliseconds time) { left_[index(side)] += time; }
    // The one whose clock runs is out of time at the end of a move that took `used`.
    [[nodiscard]] bool is_over(Milliseconds used) const { return used >= left_[index(side_)]; }
    // When the flag falls whatever arrives later; lag credit is waited for.
    [[nodiscard]] Time flag_time() const {
        return since_ + left_[index(side_)] + rules_.most_lag_credit;
    }
    [[nodiscard]] bool is_running() const { return running_; }
    // What each side has left at that time.
    [[nodiscard]] std::array<Milliseconds, 2> left(Time now) const {
        std::array<Milliseconds, 2> left = left_;
        if (running_) {
            Milliseconds& runs = left[index(side_)];
            runs = std::clamp(runs - (now - since_), Milliseconds(0), runs);
        }
        return left;
    }

   private:
    ClockRules rules_;
    std::array<Milliseconds, 2> left_;
    bool running_ = false;
    Side side_ = Side::first;
    Time since_{};
};

}  // namespace kibitz::arena
