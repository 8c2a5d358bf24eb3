#include "lab/assigned_unit.hpp"

#include <nlohmann/json.hpp>
#include <utility>

#include "chess/fen.hpp"
#include "chess/uci_move.hpp"
#include "lab/optional_parts.hpp"

namespace kibitz::lab {

namespace {

using match::Encounter;
using match::Opening;
using nlohmann::json;

constexpr bool chess960_notation = true;  // the one that is never ambiguous
constexpr int most_time_permille = 100 * match::whole_time;

json encounter_to_json(const Encounter& encounter) {
    return {{"number", encounter.number},    {"round", encounter.round},
            {"first", encounter.first},      {"second", encounter.second},
            {"games", encounter.games},      {"first_game", encounter.first_game},
            {"opening", encounter.opening},  {"paired", encounter.paired},
            {"reversed", encounter.reversed}};
}

Encounter encounter_from_json(const json& value) {
    return {.number = value.at("number"),
            .round = value.at("round"),
            .first = value.at("first"),
            .second = value.at("second"),
            .games = value.at("games"),
            .first_game = value.at("first_game"),
            .opening = value.at("opening"),
            .paired = value.at("paired"),
            .reversed = value.at("reversed")};
}

json opening_to_json(const Opening& opening) {
    json moves = json::array();
    for (const Move move : opening.moves) moves.push_back(to_uci(move, chess960_notation));
    return {{"fen", to_fen(opening.start)}, {"moves", moves}, {"number", opening.number}};
}

std::expected<Opening, std::string> opening_from_json(const json& value) {
    const auto start = parse_fen(value.at("fen").get<std::string>(), SetupRules::lenient);
    if (!start) return std::unexpected(to_string(start.error()));
    Opening opening{.start = *start, .moves = {}, .number = value.at("number")};
    Position position = *start;
    for (const json& text : value.at("moves")) {
        const auto move = parse_uci(position, text.get<std::string>());
        if (!move) return std::unexpected(to_string(move.error()));
        opening.moves.push_back(*move);
        position.play(*move);
    }
    return opening;
}

// Throws json's exceptions where a part is missing or of the wrong type.
std::expected<AssignedUnit, std::string> read_unit(const json& value) {
    auto arguments = arguments_from_json(value.at("arguments"));
    if (!arguments) return std::unexpected(arguments.error());
    AssignedUnit unit{.test = value.at("test"),
                      .attempt = {value.at("unit").get<int>(), value.at("attempt").get<int>()},
                      .cores = value.at("cores"),
                      .arguments = *std::move(arguments),
                      .encounter = encounter_from_json(value.at("encounter")),
                      .openings = {}};
    for (const json& one : value.at("openings")) {
        auto opening = opening_from_json(one);
        if (!opening) return std::unexpected(opening.error());
        unit.openings.push_back(*std::move(opening));
    }
    if (unit.encounter.games < 0 ||
        unit.openings.size() != static_cast<std::size_t>(unit.encounter.games))
        return std::unexpected("a unit has an opening for each of its games");
    OptionalParts parts(value);
    parts.read("builds", builds_from_json, unit.builds);
    parts.read("players", players_from_json, unit.players);
    parts.read("data", data_from_json, unit.data);
    if (!parts.error().empty()) return std::unexpected(parts.error());
    unit.time_permille = value.value("time_permille", match::whole_time);
    if (unit.time_permille < 1 || unit.time_permille > most_time_permille)
        return std::unexpected("a unit with so much time cannot be played");
    return unit;
}

}  // namespace

json to_json(const AssignedUnit& unit) {
    json openings = json::array();
    for (const Opening& opening : unit.openings) openings.push_back(opening_to_json(opening));
    json value{{"test", unit.test},
               {"unit", unit.attempt.unit},
               {"attempt", unit.attempt.attempt},
               {"cores", unit.cores},
               {"arguments", to_json(unit.arguments)},
               {"encounter", encounter_to_json(unit.encounter)},
               {"openings", openings}};
    if (!unit.builds.empty()) value["builds"] = to_json(unit.builds);
    if (!unit.players.empty()) value["players"] = to_json(unit.players);
    if (unit.time_permille != match::whole_time) value["time_permille"] = unit.time_permille;
    if (unit.data) value["data"] = to_json(*unit.data);
    return value;
}

std::expected<AssignedUnit, std::string> assigned_unit_from_json(const json& value) {
    try {
        return read_unit(value);
    } catch (const json::exception& error) {  // goes no further
        return std::unexpected(error.what());
    }
}

}  // namespace kibitz::lab
