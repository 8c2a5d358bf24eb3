#include "match/event_stream.hpp"

#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "match/game_json.hpp"

namespace kibitz::match {

namespace {

using nlohmann::json;

std::string line_of(const json& value) {
    return value.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
}

// JSON has no infinities: null.
json finite(double value) { return std::isfinite(value) ? json(value) : json(nullptr); }

json estimate(const statistics::Estimate& value) {
    return {
        {"value", finite(value.value)}, {"low", finite(value.low)}, {"high", finite(value.high)}};
}

json standings_to_json(const MatchSettings& settings, const Standings& standings) {
    json players = json::array();
    for (int i = 0; i < standings.players(); ++i) {
        const PlayerAccount& account = standings.account(i);
        json faults = json::object();
        for (int kind = 0; kind < uci_client::fault_kind_count; ++kind)
            if (const auto count = account.faults[static_cast<std::size_t>(kind)]; count > 0)
                faults[to_string(static_cast<uci_client::FaultKind>(kind))] = count;
        players.push_back({{"name", settings.players[static_cast<std::size_t>(i)].name()},
                           {"wins", account.games.wins},
                           {"draws", account.games.draws},
                           {"losses", account.games.losses},
                           {"faults", std::move(faults)}});
    }
    json result{{"games", standings.games()}, {"players", std::move(players)}};
    if (standings.players() != 2) return result;
    const Tally tally = standings.against(0, 1);
    result["pairs"] = tally.pairs.of;
    if (const auto found = strength(sample_of(tally))) {
        result["elo"] = estimate(found->elo);
        result["normalized_elo"] = estimate(found->normalized_elo);
        result["superiority"] = found->superiority;
    }
    return result;
}

json task_to_json(const MatchSettings& settings, const GameTask& task) {
    const auto name = [&](int player) {
        return settings.players[static_cast<std::size_t>(player)].name();
    };
    return {{"game", task.number},         {"round", task.round},
            {"encounter", task.encounter}, {"white", name(task.white)},
            {"black", name(task.black)},   {"opening_index", task.opening}};
}

const char* name_of(MatchEnd end) {
    switch (end) {
        case MatchEnd::completed: return "completed";
        case MatchEnd::decided: return "decided";
        case MatchEnd::stopped: return "stopped";
        case MatchEnd::failed: return "failed";
        case MatchEnd::unsound: return "unsound";
    }
    return "unknown";
}

const char* name_of(SprtState state) {
    switch (state) {
        case SprtState::open: return "open";
        case SprtState::accepted_h0: return "H0";
        case SprtState::accepted_h1: return "H1";
    }
    return "unknown";
}

void add_sprt(json& event, const MatchSettings& settings, double ratio, SprtState state) {
    if (!settings.sprt) return;
    event["sprt"] = {{"model", to_string(settings.sprt->model)},
                     {"elo0", settings.sprt->elo0},
                     {"elo1", settings.sprt->elo1},
                     {"llr", ratio},
                     {"lower", settings.sprt->lower_bound()},
                     {"upper", settings.sprt->upper_bound()},
                     {"state", name_of(state)}};
}

}  // namespace

EventStream::EventStream(const MatchSettings& settings,
                         std::function<void(const std::string&)> write)
    : settings_(settings), write_(std::move(write)) {
    json players = json::array();
    for (const Participant& player : settings.players) players.push_back(player.name());
    write_(line_of({{"type", "match"},
                    {"event", settings.event},
                    {"tournament", to_string(settings.kind)},
                    {"players", std::move(players)},
                    {"rounds", settings.rounds},
                    {"games", settings.games},
                    {"seed", settings.seed}}));
}

void EventStream::game_started(const GameTask& task) {
    json event = task_to_json(settings_, task);
    event["type"] = "game_started";
    write_(line_of(event));
}

void EventStream::game_finished(const GameTask& task, const PlayedGame& game) {
    json event = to_json(task, game);
    event.update(task_to_json(settings_, task));
    event["type"] = "game_finished";
    write_(line_of(event));
}

void EventStream::encounter_counted(const Encounter& encounter, const MatchState& state) {
    json event = standings_to_json(settings_, state.standings);
    event["type"] = "status";
    event["encounter"] = encounter.number;
    event["seconds"] = std::chrono::duration<double>(state.elapsed).count();
    add_sprt(event, settings_, state.log_likelihood_ratio, state.sprt);
    write_(line_of(event));
}

void EventStream::warned(const std::string& text) {
    write_(line_of({{"type", "warning"}, {"text", text}}));
}

void EventStream::match_finished(const MatchOutcome& outcome) {
    json event = standings_to_json(settings_, outcome.standings);
    event["type"] = "match_finished";
    event["end"] = name_of(outcome.end);
    event["reason"] = outcome.reason;
    event["games_played"] = outcome.games_played;
    event["seconds"] = std::chrono::duration<double>(outcome.elapsed).count();
    add_sprt(event, settings_, outcome.log_likelihood_ratio, outcome.sprt);
    write_(line_of(event));
}

}  // namespace kibitz::match
