#include "lab/views.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>
#include <ranges>

#include "match/text_report.hpp"
#include "text/plain_text.hpp"
#include "text/split.hpp"

namespace kibitz::lab {

namespace {

using nlohmann::json;

match::MatchState state_of(const Laboratory::Test& test) {
    const match::MatchCourse& course = test.controller->fold().course();
    return {.settings = test.settings,
            .standings = course.standings(),
            .log_likelihood_ratio = course.log_likelihood_ratio(),
            .sprt = course.sprt(),
            .games_played = course.standings().games()};
}

// Of a checked test only once nothing is lacking: what is shown here does not fall again by itself.
const char* name_of_state(const Laboratory::Test& test) {
    if (!test.controller->is_over() && test.is_proposed) return "proposed";
    if (!test.controller->is_over() && test.is_paused) return "paused";
    if (test.was_stopped && test.plan.is_checked && !test.is_verdict_given) return "stopped";
    if (!test.lack.empty()) return "checking";
    switch (test.controller->fold().course().sprt()) {
        case match::SprtState::accepted_h0: return "H0 accepted";
        case match::SprtState::accepted_h1: return "H1 accepted";
        case match::SprtState::open: break;
    }
    if (test.was_stopped) return "stopped";
    return test.controller->is_over() ? "complete" : "open";
}

const char* name_of_trust(Trust trust) {
    switch (trust) {
        case Trust::volunteer: break;
        case Trust::trusted: return "trusted";
        case Trust::own: return "own";
    }
    return "volunteer";
}

// JSON has no infinity: such a number is null.
json finite(double value) { return std::isfinite(value) ? json(value) : json(); }

json to_json(const CoursePoint& point) {
    json value{{"games", point.games}, {"llr", finite(point.log_likelihood_ratio)}};
    if (point.elo)
        value["elo"] = {finite(point.elo->value), finite(point.elo->low), finite(point.elo->high)};
    return value;
}

std::string name_of_player(const Laboratory::Test& test, int player) {
    return test.settings.players[static_cast<std::size_t>(player)].name();
}

json results_of_players(const Laboratory::Test& test) {
    const match::Standings& standings = test.controller->fold().course().standings();
    json list = json::array();
    for (int player = 0; player < standings.players(); ++player) {
        const match::PlayerAccount& account = standings.account(player);
        list.push_back({{"name", name_of_player(test, player)},
                        {"wins", account.games.wins},
                        {"draws", account.games.draws},
                        {"losses", account.games.losses},
                        {"faults", account.fault_count()}});
    }
    return list;
}

json faults_of(const Laboratory::Test& test) {
    json list = json::array();
    for (const auto& [place, faults] : test.faults)
        list.push_back({{"player", name_of_player(test, place.player)},
                        {"worker", place.worker},
                        {"kind", to_string(place.kind)},
                        {"count", faults.count},
                        {"unit", faults.unit},
                        {"game", faults.game},
                        {"detail", faults.detail}});
    return list;
}

json course_of(const ResultFold& fold) {
    json points = json::array();
    for (const CoursePoint& point : fold.history().points()) points.push_back(to_json(point));
    const CoursePoint last = CoursePoint::of(fold.course());
    if (points.empty() || points.back().at("games") != last.games) points.push_back(to_json(last));
    return points;
}

json options_of(const Laboratory::Test& test) {
    json options = json::array();
    if (const auto& data = test.plan.data) {
        options.push_back("seed " + std::to_string(data->seed));
        options.push_back("games of a unit " + std::to_string(data->games));
        options.push_back("hash " + std::to_string(data->hash_megabytes));
        options.push_back(data->settings);
        return options;
    }
    for (const match::ArgumentGroup& group : test.plan.arguments) {
        std::string text = group.option;
        for (const std::string& word : group.words) text += " " + word;
        options.push_back(text);
    }
    return options;
}

std::int64_t most_games_of(const Laboratory::Test& test) {
    if (const auto& data = test.plan.data) return std::int64_t{data->units} * data->games;
    return match::games_of(test.settings);
}

// "1234 of 3200 games  110123 positions  White 41 %, drawn 28 %, Black 31 %"
std::string text_of_data(const Laboratory::Test& test) {
    const auto& [games, positions, results] = test.data;
    std::string text = std::to_string(games) + " of " + std::to_string(most_games_of(test)) +
                       " games  " + std::to_string(positions) + " positions";
    constexpr std::array names{"Black", "drawn", "White"};
    constexpr double hundred = 100;
    if (games > 0)
        for (std::size_t result = names.size(); result-- > 0;)
            text += std::string(result == names.size() - 1 ? "  " : ", ") + names[result] + " " +
                    std::to_string(std::llround(hundred * static_cast<double>(results[result]) /
                                                static_cast<double>(games))) +
                    " %";
    return text + "\n";
}

// Who wanted it, and who let it or stopped it.
void add_people(json& value, const Laboratory::Test& test) {
    const auto add = [&](const char* field, const std::string& text) {
        if (!text.empty()) value[field] = text;
    };
    add("author", test.author);
    add("about", test.plan.about);
    add("approvedBy", test.approver);
    add("stoppedBy", test.stopped_by);
    add("whyStopped", test.why_stopped);
}

// How a test stands that makes training data.
json summary_of_data(const Laboratory& laboratory, const Laboratory::Test& test) {
    json value{{"test", test.id},
               {"state", name_of_state(test)},
               {"over", test.controller->is_over()},
               {"players", json::array()},
               {"priority", test.plan.priority},
               {"games", test.data.games},
               {"waiting", test.waiting.size()},
               {"leased", laboratory.leases_of(test.id)},
               {"text", text_of_data(test)},
               {"data", {{"positions", test.data.positions}, {"results", test.data.results}}}};
    add_people(value, test);
    return value;
}

// All that workers would be given to build and run it, for whoever has to let it.
json builds_of(const Laboratory::Test& test) {
    json builds = json::array();
    for (const auto& [name, build] : test.plan.builds) {
        json one = to_json(build);
        one["name"] = name;
        builds.push_back(std::move(one));
    }
    return builds;
}

// How the openings begin that it brings along; made plain, since a book is any text.
json book_of(const std::string& book) {
    constexpr std::size_t shown_bytes = 300;
    json lines = json::array();
    std::string_view rest = std::string_view(book).substr(0, shown_bytes);
    while (!rest.empty()) lines.push_back(text::made_plain(text::take_part(rest, '\n')));
    return {{"bytes", book.size()}, {"begins", std::move(lines)}};
}

// What went wrong in a test, and what its verdict waits for.
void add_checks(json& value, const Laboratory::Test& test) {
    if (!test.lack.empty()) value["lack"] = test.lack;
    json aside = json::array();
    for (const auto& [worker, why] : test.set_aside)
        aside.push_back({{"worker", worker}, {"why", why}});
    if (!aside.empty()) value["setAside"] = std::move(aside);
    int broken = 0;
    for (const auto& [worker, units] : test.broken) broken += units;
    if (broken > 0) value["broken"] = broken;
    if (!test.faults.empty()) value["faults"] = faults_of(test);
}

}  // namespace

json summary_of(const Laboratory& laboratory, const Laboratory::Test& test) {
    if (test.plan.data) return summary_of_data(laboratory, test);
    const match::MatchState state = state_of(test);
    json players = json::array();
    for (const match::Participant& player : test.settings.players) players.push_back(player.name());
    json value{{"test", test.id},
               {"state", name_of_state(test)},
               {"over", test.controller->is_over()},
               {"players", players},
               {"priority", test.plan.priority},
               {"games", state.standings.games()},
               {"waiting", test.waiting.size()},
               {"leased", laboratory.leases_of(test.id)},
               {"text", match::status_text(state)}};
    add_people(value, test);
    add_checks(value, test);
    if (players.size() == 2) {
        const match::Tally tally = state.standings.against(0, 1);
        value["wins"] = tally.games.wins;
        value["draws"] = tally.games.draws;
        value["losses"] = tally.games.losses;
        value["pairs"] = tally.pairs.of;
        if (const auto elo = CoursePoint::of(test.controller->fold().course()).elo)
            value["elo"] = {finite(elo->value), finite(elo->low), finite(elo->high)};
    }
    if (const auto& sprt = test.settings.sprt) {
        value["llr"] = finite(state.log_likelihood_ratio);
        value["bounds"] = {sprt->lower_bound(), sprt->upper_bound()};
    }
    return value;
}

json details_of(const Laboratory& laboratory, const Laboratory::Test& test) {
    json value = summary_of(laboratory, test);
    value["units"] = test.controller->fold().opened();
    value["mostGames"] = most_games_of(test);
    value["faults"] = faults_of(test);
    value["options"] = options_of(test);
    if (test.plan.instructions != InstructionSet::any)
        value["instructions"] = to_string(test.plan.instructions);
    if (!test.plan.tag.empty()) value["tag"] = test.plan.tag;
    if (test.plan.most_workers != 0) value["mostWorkers"] = test.plan.most_workers;
    if (test.plan.data) {
        value["results"] = json::array();
        return value;
    }
    value["results"] = results_of_players(test);
    if (test.settings.players.size() == 2) value["course"] = course_of(test.controller->fold());
    if (test.needs.reference_speed > 0) value["referenceSpeed"] = test.needs.reference_speed;
    if (!test.plan.builds.empty()) value["builds"] = builds_of(test);
    if (!test.plan.players.empty()) value["playerFiles"] = test.plan.players;
    if (test.plan.book) value["book"] = book_of(*test.plan.book);
    return value;
}

json summaries_of_tests(const Laboratory& laboratory) {
    json list = json::array();
    for (const auto& [id, test] : laboratory.tests())
        if (!test->plan.is_iteration || !test->controller->is_over())
            list.push_back(summary_of(laboratory, *test));
    return list;
}

json builds_of_tests(const Laboratory& laboratory, std::size_t most) {
    json list = json::array();
    for (const auto& [id, test] : std::views::reverse(laboratory.tests()))
        for (const auto& [name, build] : test->plan.builds) {
            json one = to_json(build);
            if (std::ranges::find(list, one) != list.end()) continue;
            if (list.size() >= most) return list;
            list.push_back(std::move(one));
        }
    return list;
}

json summaries_of_workers(const Laboratory& laboratory, Time now) {
    const std::map<WorkerName, Residual> residuals = residuals_of(laboratory);
    json list = json::array();
    for (const auto& [name, worker] : laboratory.workers()) {
        if (worker.key.role != Role::worker) continue;
        const Laboratory::WorkRecord& record = worker.record;
        json value{{"name", name},
                   {"trust", name_of_trust(worker.key.trust)},
                   {"cores", worker.cores},
                   {"canBuild", worker.can_build},
                   {"canMakeData", worker.can_make_data},
                   {"instructions", to_string(worker.instructions)},
                   {"playing", laboratory.leases_of_worker(name)},
                   {"results", worker.results},
                   {"games", record.games},
                   {"faults", record.faults},
                   {"refused", worker.refusals},
                   {"audited", worker.audited},
                   {"differing", worker.differing},
                   {"trouble", worker.trouble()},
                   {"void", worker.is_void},
                   {"revoked", worker.is_revoked}};
        const double seconds = std::chrono::duration<double>(record.thinking).count();
        if (seconds > 0)
            value["nodesPerSecond"] = std::llround(static_cast<double>(record.nodes) / seconds);
        if (worker.speed > 0) value["speed"] = worker.speed;
        if (const auto found = residuals.find(name); found != residuals.end())
            value["residual"] = {{"test", found->second.test},
                                 {"kind", to_string(found->second.kind)},
                                 {"p", found->second.p_value},
                                 {"deviates", found->second.deviates}};
        if (worker.seen)
            value["seenSecondsAgo"] =
                std::chrono::duration_cast<std::chrono::seconds>(now - *worker.seen).count();
        list.push_back(std::move(value));
    }
    return list;
}

json summaries_of_keys(const Laboratory& laboratory) {
    json list = json::array();
    for (const auto& [name, worker] : laboratory.workers())
        list.push_back({{"name", name},
                        {"role", to_string(worker.key.role)},
                        {"trust", name_of_trust(worker.key.trust)},
                        {"tags", worker.key.tags},
                        {"revoked", worker.is_revoked}});
    return list;
}

std::vector<TestId> untold_ends(const Laboratory& laboratory) {
    std::vector<TestId> ends;
    for (const auto& [id, test] : laboratory.tests())
        if (!test->plan.is_iteration && (test->controller->is_over() || test->is_proposed) &&
            test->told_end != name_of_state(*test))
            ends.push_back(id);
    return ends;
}

json summaries_of_games(const Laboratory::Test& test, const ResultStored& result) {
    json list = json::array();
    for (const json& one : result.games) {
        const auto game = match::game_from_json(one);
        if (!game) continue;  // it was checked when it was stored
        json faults = json::array();
        for (const match::NotedFault& fault : game->game.faults)
            faults.push_back(
                {{"player", name_of_player(test, fault.by == Color::white ? game->task.white
                                                                          : game->task.black)},
                 {"kind", to_string(fault.kind)},
                 {"detail", fault.detail}});
        list.push_back({{"unit", result.unit.unit},
                        {"game", game->task.game},
                        {"number", game->task.number + 1},
                        {"white", name_of_player(test, game->task.white)},
                        {"black", name_of_player(test, game->task.black)},
                        {"result", match::result_text(game->game.end)},
                        {"end", match::to_string(game->game.end.ending)},
                        {"plies", game->game.moves.size()},
                        {"worker", result.worker},
                        {"faults", std::move(faults)}});
    }
    return list;
}

}  // namespace kibitz::lab
