// The formats of contests that players can hold. A new one is a class derived from Contest (or from
// RoundContest or TimedContest) and a line in contest_format.cpp.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "arena/time.hpp"

namespace kibitz::arena {

class Contest;
struct ContestSettings;

struct ContestFormat {
    std::string_view name;  // in messages and in the log
    // It lasts for a length of time instead of rounds.
    bool is_timed;
    std::unique_ptr<Contest> (*make)(const ContestSettings& settings, Time created);
};

extern const ContestFormat round_robin_format, swiss_format, knockout_format, ladder_format,
    timed_arena_format;
std::span<const ContestFormat* const> contest_formats();
// Null if there is none of that name.
const ContestFormat* find_contest_format(std::string_view name);

inline constexpr const char* contest_formats_text =
    "a contest's kind is roundRobin, swiss, knockout, ladder or arena";

}  // namespace kibitz::arena
