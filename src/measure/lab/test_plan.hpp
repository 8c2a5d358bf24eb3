// TestPlan: what a test is made from: the options of `kibitz match`, and what they refer to.
#pragma once

#include <cstdint>
#include <expected>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "lab/assignment.hpp"
#include "lab/data_plan.hpp"
#include "lab/engine_build.hpp"
#include "match/arguments.hpp"
#include "match/openings.hpp"

namespace kibitz::lab {

// The files of players, as TOML, by what player= says.
using PlayerTexts = std::map<std::string, std::string>;

struct TestPlan {
    std::vector<match::ArgumentGroup> arguments;
    // The text of the opening book; nothing where the options name no file.
    std::optional<std::string> book{};
    int priority = 0;  // tests with a higher one go first
    // The engines that workers build, or get as programs, by the name that cmd= gives.
    EngineBuilds builds{};
    PlayerTexts players{};
    // The speed of the machine that the time of its options is meant for (lab/time_share.hpp). 0:
    // the same time on every machine.
    std::int64_t reference_speed = 0;
    // An iteration of a tuning: one test of many, which is not listed once it is over.
    bool is_iteration = false;
    // The newest instructions that a worker's processor must have, for engines built for them.
    InstructionSet instructions = InstructionSet::any;
    // Only machines whose key has this tag play it; empty: all do.
    std::string tag{};
    // So many machines play it at a time; 0: any number.
    int most_workers = 0;
    // What it is to show, in its author's words; it decides nothing.
    std::string about{};
    // What became of crashes before this was there: they were losses, and nothing was checked
    // before a verdict. A test that was begun then keeps to that.
    bool is_checked = false;
    // Its units make training data; the arguments are its schedule then (schedule_of).
    std::optional<DataPlan> data{};
};

nlohmann::json to_json(const TestPlan& plan);
// The error names what is missing.
std::expected<TestPlan, std::string> plan_from_json(const nlohmann::json& json);

nlohmann::json to_json(const std::vector<match::ArgumentGroup>& arguments);
std::expected<std::vector<match::ArgumentGroup>, std::string> arguments_from_json(
    const nlohmann::json& json);

// The settings of a match that may be played by machines of others. A laboratory names programs and
// does not say where they are, what arguments they get and which files they write: that is for the
// owner of each machine to decide. The error names the option that has no place in a test.
std::expected<match::MatchSettings, std::string> read_test(
    const std::vector<match::ArgumentGroup>& arguments, const PlayerTexts& players = {});
// Finds the players of a test among these and those that come with Kibitz, and reads no file.
match::PlayerFinder finder_among(const PlayerTexts& players);

nlohmann::json to_json(const PlayerTexts& players);
std::expected<PlayerTexts, std::string> players_from_json(const nlohmann::json& json);

std::expected<match::OpeningBook, std::string> read_book(const match::MatchSettings& settings,
                                                         const std::optional<std::string>& text);

// Whether any of its players thinks by a clock.
bool has_clocks(const match::MatchSettings& settings);

// Whether every worker finds the same games: engines with one thread and a limit on nodes or depth.
bool is_deterministic(const match::MatchSettings& settings);

// What a unit of such a test takes of a worker. Programs that were uploaded run on machines of the
// operator and of people whom they trust.
TestNeeds needs_of(const TestId& id, const TestPlan& plan, const match::MatchSettings& settings);

}  // namespace kibitz::lab
