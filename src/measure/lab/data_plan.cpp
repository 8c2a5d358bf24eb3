#include "lab/data_plan.hpp"

#include <nlohmann/json.hpp>

namespace kibitz::lab {

using nlohmann::json;

namespace {

constexpr int most_units = 10'000'000, most_games = 10'000, most_hash_megabytes = 65'536;

bool is_whole(const json& value, int most) {
    return value.is_number_integer() && value >= 1 && value <= most;
}

// Throws json's exceptions where a part is missing or of the wrong type.
std::expected<DataPlan, std::string> read_plan(const json& value) {
    const json &units = value.at("units"), &games = value.at("games"), &hash = value.at("hash");
    if (!is_whole(units, most_units) || !is_whole(games, most_games) ||
        !is_whole(hash, most_hash_megabytes))
        return std::unexpected(
            "training data has at most 10000000 units of at most 10000 games, and a table of at "
            "most 65536 megabytes");
    const json &seed = value.at("seed"), &signature = value.at("signature");
    if (!seed.is_number_unsigned() || !signature.is_number_unsigned())
        return std::unexpected("a seed and a signature are whole numbers");
    DataPlan plan{.units = units,
                  .games = games,
                  .seed = seed,
                  .hash_megabytes = hash,
                  .signature = signature,
                  .settings = value.at("settings")};
    if (const auto contents = value.find("contents"); contents != value.end())
        plan.contents = contents->get<std::vector<std::string>>();
    return plan;
}

}  // namespace

json to_json(const DataPlan& plan) {
    json value{{"units", plan.units},         {"games", plan.games},
               {"seed", plan.seed},           {"hash", plan.hash_megabytes},
               {"signature", plan.signature}, {"settings", plan.settings}};
    if (!plan.contents.empty()) value["contents"] = plan.contents;
    return value;
}

std::expected<DataPlan, std::string> data_from_json(const json& value) {
    try {
        return read_plan(value);
    } catch (const json::exception& error) {  // goes no further
        return std::unexpected(error.what());
    }
}

std::vector<match::ArgumentGroup> schedule_of(const DataPlan& plan) {
    return {{"-engine", {"cmd=kibitz", "name=White", "nodes=1"}},
            {"-engine", {"cmd=kibitz", "name=Black", "nodes=1"}},
            {"-rounds", {std::to_string(plan.units)}},
            {"-games", {"1"}},
            {"-recover", {}}};
}

DataTotals& DataTotals::operator+=(const DataTotals& other) {
    games += other.games;
    positions += other.positions;
    for (std::size_t result = 0; result < results.size(); ++result)
        results[result] += other.results[result];
    return *this;
}

json to_json(const DataTotals& totals, const std::string& games) {
    return {{"data", games}, {"positions", totals.positions}, {"results", totals.results}};
}

std::expected<DataTotals, std::string> totals_in(const json& result) {
    try {
        DataTotals totals{.positions = result.at("positions"), .results = result.at("results")};
        for (const std::int64_t games : totals.results) totals.games += games;
        return totals;
    } catch (const json::exception&) {  // goes no further
        return std::unexpected("training data has its games, positions and results");
    }
}

}  // namespace kibitz::lab
