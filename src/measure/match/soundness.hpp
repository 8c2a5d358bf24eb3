// Soundness: whether so many games ended by a breakdown of an engine that the others say nothing
// certain. Those games are left out, and an engine that breaks down where it would have lost gains
// by that: a few do not matter, many do.
#pragma once

#include <optional>
#include <string>

#include "match/standings.hpp"

namespace kibitz::match {

// Whether so many breakdowns in so many games are out of line: more than a few, and more than one
// in a hundred.
constexpr bool is_out_of_line(std::int64_t breakdowns, std::int64_t games) {
    constexpr std::int64_t a_few = 3, games_for_one = 100;
    return breakdowns > a_few && breakdowns * games_for_one > games;
}

// Whose breakdowns are, and how many there were; nothing if all is well, or if they count as
// losses.
std::optional<std::string> find_unsoundness(const MatchSettings& settings,
                                            const Standings& standings);

}  // namespace kibitz::match
