// Which challenges are accepted, and the reason of the API that the others are given.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <set>
#include <string>

#include "bot/lichess/site_texts.hpp"
#include "bot/results.hpp"

namespace kibitz::bot::lichess {

enum class Opponents : std::uint8_t { all, humans, bots };
enum class Modes : std::uint8_t { both, rated, casual };

struct Filters {
    bool accepts = true;
    std::set<std::string> variants{"standard"};
    std::set<std::string> speeds{};  // bullet, blitz, ...; empty: all that have a clock
    std::chrono::seconds shortest_base{0}, longest_base{3 * 3600};
    std::chrono::seconds least_increment{0}, most_increment{180};
    Modes modes = Modes::both;
    Opponents opponents = Opponents::all;
    RatingRange ratings{};
    std::set<std::string> blocked{};  // ids
};

// A reason as the API has it: generic, later, tooFast, ...; nothing if it is accepted. `has_room`
// is false where no game can be begun now.
std::optional<std::string> why_declined(const Challenge& challenge, const Filters& filters,
                                        bool has_room);

}  // namespace kibitz::bot::lichess
