// Time scaled for the speed of a machine: on one that is half as fast, engines think twice as long,
// so that they think as deeply. A share is in permille of the time that the match's options give.
#pragma once

#include "match/settings.hpp"

namespace kibitz::match {

inline constexpr int whole_time = 1000;

// Whether a player's thinking is limited by time at all.
bool has_clock(const PlayerLimits& limits);

// Times of at least a millisecond stay so. Margins, which are for the system's delays, stay as they
// are.
TimeControl scaled(const TimeControl& control, int permille);
MatchSettings scaled(MatchSettings settings, int permille);

}  // namespace kibitz::match
