#include "players/human/pace.hpp"

#include <algorithm>
#include <cmath>

namespace kibitz::players {

namespace {

// Left on the clock whatever happens, in milliseconds: the way to the board and back.
constexpr double reserve = 250;

// Of a fixed time for the move: nearly all, but for the same way.
double share_of(std::int64_t move_time) {
    const auto time = static_cast<double>(move_time);
    return time - std::min(reserve, time / 4);
}

// With so little left, in milliseconds, plain moves are decided before the opponent has moved.
constexpr std::int64_t time_trouble = 20'000;

bool is_in_time_trouble(const Limits& limits, Color side) {
    return limits.has_clock &&
           limits.clock[static_cast<std::size_t>(index(side))].remaining < time_trouble;
}

// Factors of the time a move takes on average.
double effort(Difficulty difficulty, int close_moves) {
    switch (difficulty) {
        case Difficulty::forced: return 0.15;
        case Difficulty::reflex: return 0.3;
        case Difficulty::routine: return 0.4;
        case Difficulty::opening: return 0.5;
        case Difficulty::choice: break;
    }
    constexpr int most = 5;
    return 0.5 + 0.25 * std::clamp(close_moves, 1, most);
}

}  // namespace

std::int64_t thinking_time(const Pace& pace, const Limits& limits, Color side,
                           Difficulty difficulty, int close_moves, double random) {
    constexpr double ms_per_second = 1000;
    double average = pace.seconds * ms_per_second;
    double most = 10 * average;
    if (limits.has_clock) {
        const ClockTime& clock = limits.clock[static_cast<std::size_t>(index(side))];
        const auto left = static_cast<double>(clock.remaining);
        const auto increment = static_cast<double>(clock.increment);
        constexpr double used_increment = 0.8;
        const double moves =
            limits.moves_to_go > 0 ? std::min(pace.hurry, limits.moves_to_go + 1.0) : pace.hurry;
        average = left / moves + used_increment * increment;
        constexpr double largest_share = 8;
        most = std::max(0.0, std::min(left / largest_share + increment, left - reserve));
    }
    if (limits.move_time > 0) most = std::min(most, share_of(limits.move_time));
    constexpr double premove = 100;
    const bool is_plain = difficulty == Difficulty::forced || difficulty == Difficulty::reflex;
    if (is_plain && is_in_time_trouble(limits, side)) most = std::min(most, premove);
    // Whatever the variation, the mean stays where it is.
    const double swing = std::exp(pace.variation * random - pace.variation * pace.variation / 2);
    return std::llround(std::clamp(average * effort(difficulty, close_moves) * swing, 0.0, most));
}

std::optional<std::int64_t> longest_calculation(const Limits& limits, Color side) {
    // Enough to look one ply ahead.
    constexpr std::int64_t least = 2;
    std::optional<double> longest;
    if (limits.has_clock) {
        const ClockTime& clock = limits.clock[static_cast<std::size_t>(index(side))];
        const auto left = static_cast<double>(clock.remaining);
        constexpr double share_of_clock = 0.25, share_of_increment = 0.5;
        longest = std::min(
            share_of_clock * left + share_of_increment * static_cast<double>(clock.increment),
            left - reserve);
    }
    if (limits.move_time > 0) {
        const double most = share_of(limits.move_time);
        longest = std::min(longest.value_or(most), most);
    }
    if (!longest) return {};
    return std::max(least, static_cast<std::int64_t>(*longest));
}

}  // namespace kibitz::players
