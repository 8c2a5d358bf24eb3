#include "match/time_scale.hpp"

#include <algorithm>

namespace kibitz::match {

namespace {

Milliseconds scaled_time(Milliseconds time, int permille) {
    if (time <= Milliseconds(0)) return time;
    const std::int64_t rounded = (time.count() * permille + whole_time / 2) / whole_time;
    return Milliseconds(std::max<std::int64_t>(rounded, 1));
}

}  // namespace

bool has_clock(const PlayerLimits& limits) {
    return limits.clock.has_value() || limits.move_time.has_value();
}

TimeControl scaled(const TimeControl& control, int permille) {
    return {.moves = control.moves,
            .base = scaled_time(control.base, permille),
            .increment = scaled_time(control.increment, permille)};
}

MatchSettings scaled(MatchSettings settings, int permille) {
    for (Participant& player : settings.players) {
        PlayerLimits& limits = player.limits;
        if (limits.clock) limits.clock = scaled(*limits.clock, permille);
        if (limits.move_time) limits.move_time = scaled_time(*limits.move_time, permille);
    }
    return settings;
}

}  // namespace kibitz::match
