// AssignedUnit: all that a worker needs to play a unit, as a gate sends it. The openings come with
// it, so that a worker needs no book.
#pragma once

#include <expected>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "lab/test_plan.hpp"
#include "lab/unit.hpp"
#include "match/arguments.hpp"
#include "match/openings.hpp"
#include "match/schedule.hpp"
#include "match/time_scale.hpp"

namespace kibitz::lab {

struct AssignedUnit {
    TestId test;
    UnitAttempt attempt;
    int cores = 1;  // that it takes while it is played
    std::vector<match::ArgumentGroup> arguments;
    match::Encounter encounter;
    std::vector<match::Opening> openings;   // of each game
    EngineBuilds builds{};                  // of the test
    PlayerTexts players{};                  // of the test, too
    int time_permille = match::whole_time;  // of the time that the arguments give
    std::optional<DataPlan> data{};         // the unit makes training data, and plays no encounter
};

nlohmann::json to_json(const AssignedUnit& unit);
// The error names what is missing or wrong.
std::expected<AssignedUnit, std::string> assigned_unit_from_json(const nlohmann::json& json);

}  // namespace kibitz::lab
