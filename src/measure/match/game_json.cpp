#include "match/game_json.hpp"

#include <nlohmann/json.hpp>

#include "chess/fen.hpp"
#include "chess/uci_move.hpp"
#include "match/time_scale.hpp"

namespace kibitz::match {

namespace {

using nlohmann::json;
using uci_client::EngineScore;

constexpr bool chess960_notation = true;  // the one that is never ambiguous
constexpr const char* time_share = "time_permille";

const char* name_of(Color color) { return color == Color::white ? "white" : "black"; }

// A whole number of centipawns, or "#3" and "#-2" for mates.
json score_to_json(const std::optional<EngineScore>& score) {
    if (!score) return nullptr;
    if (score->is_mate) return "#" + std::to_string(score->value);
    return score->value;
}

std::optional<EngineScore> score_from_json(const json& value) {
    if (value.is_null()) return std::nullopt;
    if (!value.is_string()) return EngineScore{false, value.get<int>()};
    return EngineScore{true, std::atoi(value.get<std::string>().c_str() + 1)};
}

std::expected<Move, std::string> read_move(const Position& position, const std::string& text) {
    const auto move = parse_uci(position, text);
    if (!move) return std::unexpected(to_string(move.error()));
    return *move;
}

// Throws json's exceptions where a part is missing or of the wrong type.
std::expected<ReplayedGame, std::string> read_game(const json& value) {
    ReplayedGame result;
    GameTask& task = result.task;
    value.at("game").get_to(task.number);
    value.at("encounter").get_to(task.encounter);
    value.at("round").get_to(task.round);
    value.at("of_encounter").get_to(task.game);
    value.at("white").get_to(task.white);
    value.at("black").get_to(task.black);
    value.at("opening_index").get_to(task.opening);

    PlayedGame& game = result.game;
    value.at("opening").get_to(game.opening.number);
    const auto start = parse_fen(value.at("fen").get<std::string>(), SetupRules::lenient);
    if (!start) return std::unexpected(to_string(start.error()));
    game.opening.start = *start;
    Position position = *start;
    for (const json& text : value.at("opening_moves")) {
        const auto move = read_move(position, text.get<std::string>());
        if (!move) return std::unexpected(move.error());
        game.opening.moves.push_back(*move);
        position.play(*move);
    }
    for (const json& entry : value.at("moves")) {
        const auto move = read_move(position, entry.at(0).get<std::string>());
        if (!move) return std::unexpected(move.error());
        game.moves.push_back({.move = *move,
                              .score = score_from_json(entry.at(1)),
                              .depth = entry.at(2).get<int>(),
                              .selective_depth = entry.at(3).get<int>(),
                              .nodes = entry.at(4).get<std::uint64_t>(),
                              .time = std::chrono::nanoseconds(entry.at(5).get<std::int64_t>())});
        position.play(*move);
    }
    const std::string ending = value.at("ending").get<std::string>();
    const std::string winner = value.at("winner").get<std::string>();
    bool known = false;
    for (int i = 0; i < ending_count && !known; ++i) {
        game.end.ending = static_cast<Ending>(i);
        known = ending == to_string(game.end.ending);
    }
    if (!known) return std::unexpected("\"" + ending + "\" is no way for a game to end");
    if (winner != "none") game.end.winner = winner == "white" ? Color::white : Color::black;
    value.at("detail").get_to(game.end.detail);
    for (const json& entry : value.at("faults"))
        game.faults.push_back({entry.at(0) == "white" ? Color::white : Color::black,
                               static_cast<uci_client::FaultKind>(entry.at(1).get<unsigned>() %
                                                                  uci_client::fault_kind_count),
                               entry.at(2).get<std::string>()});
    for (std::size_t side = 0; side < game.pondering.size(); ++side) {
        const json& counts = value.at("pondering").at(side);
        game.pondering[side] = {counts.at(0).get<int>(), counts.at(1).get<int>()};
    }
    game.time_permille = value.value(time_share, whole_time);
    return result;
}

}  // namespace

json to_json(const GameTask& task, const PlayedGame& game) {
    json opening_moves = json::array(), moves = json::array(), faults = json::array();
    for (const Move move : game.opening.moves)
        opening_moves.push_back(to_uci(move, chess960_notation));
    for (const PlayedMove& move : game.moves)
        moves.push_back({to_uci(move.move, chess960_notation), score_to_json(move.score),
                         move.depth, move.selective_depth, move.nodes, move.time.count()});
    for (const NotedFault& fault : game.faults)
        faults.push_back({name_of(fault.by), index(fault.kind), fault.detail});
    json value{{"game", task.number},
               {"encounter", task.encounter},
               {"round", task.round},
               {"of_encounter", task.game},
               {"white", task.white},
               {"black", task.black},
               {"opening_index", task.opening},
               {"opening", game.opening.number},
               {"fen", to_fen(game.opening.start)},
               {"opening_moves", std::move(opening_moves)},
               {"moves", std::move(moves)},
               {"ending", to_string(game.end.ending)},
               {"winner", game.end.winner ? name_of(*game.end.winner) : "none"},
               {"detail", game.end.detail},
               {"faults", std::move(faults)},
               {"pondering",
                {{game.pondering[0].tries, game.pondering[0].hits},
                 {game.pondering[1].tries, game.pondering[1].hits}}}};
    if (game.time_permille != whole_time) value[time_share] = game.time_permille;
    return value;
}

std::expected<ReplayedGame, std::string> game_from_json(const json& value) {
    try {
        return read_game(value);
    } catch (const json::exception& error) {  // goes no further
        return std::unexpected(error.what());
    }
}

}  // namespace kibitz::match
