// Whether a worker's report of a unit can be true. Nothing that a worker sends is believed: every
// move was checked when the games were read, and here their openings, ends and clocks are.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "match/game_json.hpp"
#include "match/runner.hpp"

namespace kibitz::lab {

// What is wrong with the games of a unit, if anything. Faults of engines (a crash, a loss on time)
// leave no trace in the moves and are taken as they are. So are announcements (a resignation) of
// players who can make them; an engine that speaks UCI cannot.
std::optional<std::string> find_flaw(const match::MatchSettings& settings,
                                     const match::MatchEquipment& equipment,
                                     const match::Encounter& unit,
                                     const std::vector<match::ReplayedGame>& games);

}  // namespace kibitz::lab
