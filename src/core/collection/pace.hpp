// Pace: how much time the players had, by the tag TimeControl.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace kibitz::collection {

enum class Pace : std::uint8_t { unknown, bullet, blitz, rapid, classical, correspondence };
constexpr int pace_count = 6;
const char* to_string(Pace pace);
std::optional<Pace> parse_pace(std::string_view word);

// By the seconds that 40 moves may take: bullet is less than 180, blitz less than 480, rapid less
// than 1500. "300+3", "40/7200:3600" and "*180" are read as PGN defines them; half a day or more
// for a move, or no clock at all ("-"), is correspondence.
Pace pace_of(std::string_view time_control);

}  // namespace kibitz::collection
