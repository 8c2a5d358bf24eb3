// What a gate answers to GET: how the laboratory stands, as JSON, and games as PGN.
#include <algorithm>
#include <chrono>
#include <ctime>
#include <optional>
#include <string>

#include "lab/views.hpp"
#include "lab_net/clock.hpp"
#include "lab_net/gate.hpp"
#include "match/pgn_writer.hpp"
#include "text/numbers.hpp"
#include "text/split.hpp"

namespace kibitz::lab_net {

namespace {

using lab::Laboratory;
using nlohmann::json;

constexpr int units_of_games = 25;  // listed in one answer
constexpr std::size_t engines_in_answer = 100;
constexpr int units_of_pgn = 50;  // written out in one answer

std::string dump(const json& value) {
    return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

net::Response answer_with(const json& value, int status = net::status_ok) {
    return net::json_response(dump(value), status);
}

net::Response refuse(int status, const char* code, const std::string& text) {
    return answer_with({{"error", text}, {"code", code}}, status);
}

net::Response not_found(const std::string& what) {
    return refuse(net::status_not_found, "notFound", what);
}

// The number that the query gives as NAME=; nothing if it gives none, -1 if it is no such number.
std::optional<int> number_in(std::string_view query, std::string_view name) {
    while (!query.empty()) {
        std::string_view value = text::take_part(query, '&');
        if (!value.contains('=') || text::take_part(value, '=') != name) continue;
        return std::max(text::parse_number<int>(value).value_or(-1), -1);
    }
    return std::nullopt;
}

net::Response wrong_number(const std::string& name) {
    return refuse(net::status_bad_request, "request", name + "= is the number of a unit");
}

std::string date_of(std::int64_t seconds) {
    const auto time = static_cast<std::time_t>(seconds);
    std::tm parts{};
    gmtime_r(&time, &parts);
    char text[16];
    const std::size_t length = std::strftime(text, sizeof text, "%Y.%m.%d", &parts);
    return {text, length};
}

}  // namespace

net::Response Gate::answer_http(const net::Request& request) {
    if (request.method != "GET" && request.method != "HEAD") {
        net::Response response =
            refuse(net::status_method_not_allowed, "method", "only GET and HEAD are answered here");
        response.headers.push_back({"Allow", "GET, HEAD"});
        return response;
    }
    const std::lock_guard lock(mutex_);
    std::string_view rest = request.path;
    rest.remove_prefix(std::string_view(interface_prefix).size());
    if (rest == "tests") return answer_with({{"tests", lab::summaries_of_tests(laboratory_)}});
    if (rest == "workers")
        return answer_with({{"workers", lab::summaries_of_workers(laboratory_, now())}});
    if (rest == "record") return answer_with({{"record", record_}});
    if (rest == "engines")
        return answer_with({{"engines", lab::builds_of_tests(laboratory_, engines_in_answer)}});
    constexpr std::string_view tests = "tests/";
    if (!rest.starts_with(tests)) return not_found("there is nothing at " + request.path);
    rest.remove_prefix(tests.size());
    const std::string id(rest.substr(0, rest.find('/')));
    const auto test = laboratory_.tests().find(id);
    if (test == laboratory_.tests().end()) return not_found("there is no test " + id);
    rest.remove_prefix(id.size());
    return answer_about_test(*test->second, rest, request.query);
}

net::Response Gate::answer_about_test(const Laboratory::Test& test, std::string_view part,
                                      std::string_view query) {
    if (part.empty()) return answer_with(lab::details_of(laboratory_, test));
    if (test.plan.data) return not_found("training data has no games to look at");
    if (part == "/games") return games_before(test, query);
    if (part == "/pgn") return pgn_from(test, query);
    return not_found("a test has games and pgn");
}

// The latest games, those of units before that number; and where the earlier ones begin.
net::Response Gate::games_before(const Laboratory::Test& test, std::string_view query) {
    const int opened = test.controller->fold().opened();
    const int before = number_in(query, "before").value_or(opened);
    if (before < 0) return wrong_number("before");
    json games = json::array();
    int unit = std::min(before, opened);
    for (int listed = 0; unit > 0 && listed < units_of_games;) {
        for (const lab::LogPlace place : laboratory_.counting_results(test, --unit, 1)) {
            const auto stored = read_result(place);
            if (!stored)
                return refuse(net::status_service_unavailable, stored.error().code,
                              stored.error().text);
            for (json& game : lab::summaries_of_games(test, stored->result))
                games.push_back(std::move(game));
            ++listed;
        }
    }
    json answer{{"games", std::move(games)}};
    if (unit > 0) answer["before"] = unit;
    return answer_with(answer);
}

// The games that count of the units from that number on to another.
net::Response Gate::pgn_from(const Laboratory::Test& test, std::string_view query) {
    const int from = number_in(query, "from").value_or(0);
    const int to = number_in(query, "to").value_or(test.controller->fold().opened());
    if (from < 0) return wrong_number("from");
    if (to < 0) return wrong_number("to");
    std::string pgn;
    const int units = std::clamp(to - from, 0, units_of_pgn);
    for (const lab::LogPlace place : laboratory_.counting_results(test, from, units)) {
        const auto stored = read_result(place);
        if (!stored)
            return refuse(net::status_service_unavailable, stored.error().code,
                          stored.error().text);
        for (const json& one : stored->result.games)
            if (const auto game = match::game_from_json(one))
                pgn += match::to_pgn(test.settings, game->task, game->game, date_of(stored->at));
    }
    return {.headers = {{"Content-Type", "application/vnd.chess-pgn; charset=utf-8"},
                        {"Cache-Control", "no-cache"}},
            .body = std::move(pgn)};
}

}  // namespace kibitz::lab_net
