// Time controls as match runners write them: moves/minutes:seconds+increment.
#pragma once

#include <chrono>
#include <expected>
#include <string>
#include <string_view>

namespace kibitz::match {

using Milliseconds = std::chrono::milliseconds;

struct TimeControl {
    int moves = 0;  // per period; 0: for the whole game
    Milliseconds base{0};
    Milliseconds increment{0};

    bool operator==(const TimeControl&) const = default;
};

// "10+0.1", "40/60", "2:30+1", "40/1:30+0.5", "inf/40+0.4" (for the whole game); seconds may have
// decimals. The error names what is wrong. "inf" is not a time control: whoever reads the options
// knows it as none.
std::expected<TimeControl, std::string> parse_time_control(std::string_view text);
// The text is as in PGN: "40/60+0.5", "10+0.1".
std::string to_string(const TimeControl& control);

// A player's clock during a game.
class PlayerClock {
   public:
    explicit PlayerClock(const TimeControl& control)
        : control_(control), left_(control.base), moves_left_(control.moves) {}

    // What is left, before the move.
    [[nodiscard]] std::chrono::nanoseconds left() const { return left_; }
    [[nodiscard]] Milliseconds increment() const { return control_.increment; }
    [[nodiscard]] int moves_to_go() const { return moves_left_; }
    // Takes a move's time off. False if that was more than was left plus the margin.
    bool move_made(std::chrono::nanoseconds used, Milliseconds margin);

   private:
    TimeControl control_;
    std::chrono::nanoseconds left_;
    int moves_left_;
};

}  // namespace kibitz::match
