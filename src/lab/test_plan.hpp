// TestPlan: what a test is made from: the options of `kibitz match`, and what they refer to.
#pragma once

#include <expected>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "lab/assignment.hpp"
#include "match/arguments.hpp"
#include "match/openings.hpp"

namespace kibitz::lab {

struct TestPlan {
    std::vector<match::ArgumentGroup> arguments;
    // The text of the opening book; nothing where the options name no file.
    std::optional<std::string> book{};
    int priority = 0;  // tests with a higher one go first
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
    const std::vector<match::ArgumentGroup>& arguments);

std::expected<match::OpeningBook, std::string> read_book(const match::MatchSettings& settings,
                                                         const std::optional<std::string>& text);

// Whether every worker finds the same games: engines with one thread and a limit on nodes or depth.
bool is_deterministic(const match::MatchSettings& settings);

// What a unit of such a test takes of a worker.
TestNeeds needs_of(const TestId& id, int priority, const match::MatchSettings& settings);

}  // namespace kibitz::lab
