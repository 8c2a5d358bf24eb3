// How strongly the engine plays, from 1 to 10: what it is allowed to look at, nothing else.
#pragma once

#include <string>

#include "engine/limits.hpp"

namespace kibitz::cli {

constexpr int lowest_level = 1;
constexpr int highest_level = 10;
constexpr int default_level = 3;

// The level lies between the two above. Levels up to 7 play the same on every machine.
Limits level_limits(int level);
// "looks 2 moves ahead"
std::string level_in_words(int level);
// All of them, one a line.
std::string level_table();

}  // namespace kibitz::cli
