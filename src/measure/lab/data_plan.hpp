// DataPlan: a test whose units make training data: games of Kibitz against itself with the score of
// every move, in the chain format (train/data_unit.hpp).
//
// What such games are and how they are made is not known here: whoever runs the laboratory brings
// it along (DataRules), if this program was built with it.
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "match/arguments.hpp"

namespace kibitz::lab {

struct DataPlan {
    int units = 1;
    int games = 1;                        // of each unit
    std::uint64_t seed = 1;               // of all that is random
    int hash_megabytes = 8;               // of the table of a unit
    std::uint64_t signature = 0;          // what the benchmark of every worker has to give
    std::string settings = "{}";          // of self-play, as JSON
    std::vector<std::string> contents{};  // uploads that they name, by their hashes
};

nlohmann::json to_json(const DataPlan& plan);
// The error names what is missing or out of its range.
std::expected<DataPlan, std::string> data_from_json(const nlohmann::json& json);

// The schedule of such a test has a round of one encounter for each unit, whatever it makes: so the
// test is over when every unit has a result.
std::vector<match::ArgumentGroup> schedule_of(const DataPlan& plan);

// The games of a unit, or of many, amount to this.
struct DataTotals {
    std::int64_t games = 0, positions = 0;
    std::array<std::int64_t, 3> results{};  // Black won, drawn, White won

    DataTotals& operator+=(const DataTotals& other);
};

// A result, as it is stored: the games as text, and what they amount to.
nlohmann::json to_json(const DataTotals& totals, const std::string& games);
// The error says that it is none.
std::expected<DataTotals, std::string> totals_in(const nlohmann::json& result);

struct DataRules {
    // The error says why no data can be made after such a plan.
    using PlanCheck = std::function<std::expected<void, std::string>(const DataPlan& plan)>;
    // Says what a unit's games, as text, amount to. The error says what is wrong with them.
    using UnitCheck = std::function<std::expected<DataTotals, std::string>(
        const DataPlan& plan, int unit, const std::string& games)>;

    PlanCheck check_plan{};  // null: this laboratory makes no data
    UnitCheck check_unit{};
};

}  // namespace kibitz::lab
