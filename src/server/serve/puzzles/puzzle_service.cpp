#include "serve/puzzles/puzzle_service.hpp"

#include <cmath>
#include <functional>
#include <utility>

#include <nlohmann/json.hpp>

#include "json/bounded.hpp"
#include "net/http_status.hpp"
#include "serve/http/refusal.hpp"

namespace kibitz::serve {
namespace {

using Json = nlohmann::json;

constexpr bounded_json::Limits request_limits{.bytes = 300, .depth = 1};
constexpr std::size_t most_in_a_minute = 30;   // of a client
constexpr std::size_t most_clients = 20'000;   // remembered in a minute
constexpr std::size_t most_counted = 500'000;  // pairs of client and puzzle that are remembered
// What a browser can have: its ratings begin with 1200 and a deviation of 350.
constexpr double lowest_rating = 0, highest_rating = 4'000;
constexpr double lowest_deviation = 30, highest_deviation = 350;

bool is_within(double value, double lowest, double highest) {
    return std::isfinite(value) && value >= lowest && value <= highest;
}

// What somebody says of a puzzle, by its number in a file.
struct Said {
    std::uint64_t number = 0;
    statistics::Glicko2 solver;
    bool is_solved = false;
};

std::optional<Said> said_in(std::string_view body) {
    const auto json = bounded_json::read(body, request_limits);
    if (!json) return std::nullopt;
    const auto number = bounded_json::integer_field(*json, "puzzle");
    const auto rating = bounded_json::number_field(*json, "rating");
    const auto deviation = bounded_json::number_field(*json, "deviation");
    const auto is_solved = bounded_json::truth_field(*json, "solved");
    if (!number || *number < 0 || !rating || !deviation || !is_solved) return std::nullopt;
    if (!is_within(*rating, lowest_rating, highest_rating) ||
        !is_within(*deviation, lowest_deviation, highest_deviation))
        return std::nullopt;
    return Said{.number = static_cast<std::uint64_t>(*number),
                .solver = {.rating = *rating, .deviation = *deviation},
                .is_solved = *is_solved};
}

net::Response no_such_puzzle() {
    return refuse(RefusalCode::no_puzzle, "the page has no such puzzle; it may be an older one");
}

}  // namespace

std::expected<std::unique_ptr<PuzzleService>, std::string> PuzzleService::open(
    std::span<const PageFile> page, const std::string& journal) {
    auto opened = LineJournal::open(journal, {.sync = JournalSync::when_told});
    if (!opened) return std::unexpected(to_string(opened.error()));
    std::unique_ptr<PuzzleService> service(new PuzzleService(*std::move(opened)));
    for (const PageFile& file : page)
        if (is_puzzle_file(file.path))
            service->ratings_.add_piece(std::string(file.path.substr(file.path.rfind('/') + 1)),
                                        file.content);
    const auto read = service->journal_.read(
        [&](LineJournal::Place, std::string_view line) { return service->ratings_.read(line); });
    if (!read) return std::unexpected(to_string(read.error()));
    if (service->journal_.end() == 0) return service;
    if (const auto kept = service->journal_.replace(service->ratings_.lines()); !kept)
        return std::unexpected(to_string(kept.error()));
    return service;
}

net::Response PuzzleService::marked(net::Response response, std::string_view of_page) {
    if (is_puzzle_file(of_page)) response.headers.push_back({std::string(mark), "counted"});
    return response;
}

net::Response PuzzleService::answer(const net::Request& request, Clock::time_point now) {
    const std::string file = request.path.substr(path.size() + 1);  // behind the slash
    const std::lock_guard lock(mutex_);
    if (request.method == "GET" || request.method == "HEAD") return ratings_of(file);
    if (request.method == "POST") return take(request, file, now);
    return net::refuse(net::RefusalCode::method_not_allowed, "GET and POST are possible here.");
}

net::Response PuzzleService::ratings_of(const std::string& file) const {
    const auto ratings = ratings_.of_piece(file);
    if (!ratings) return no_such_puzzle();
    Json list = Json::array();
    for (const auto& rating : *ratings) list.push_back(rating ? Json(*rating) : Json());
    return net::json_response(Json{{"ratings", std::move(list)}}.dump());
}

net::Response PuzzleService::take(const net::Request& request, const std::string& file,
                                  Clock::time_point now) {
    const std::string client = net::network_of(request.address);
    if (!may_send(client, now))
        return refuse(RefusalCode::too_many_requests, "too many results; wait a minute");
    const auto said = said_in(request.body);
    if (!said)
        return refuse(
            RefusalCode::invalid_result,
            R"(a result is {"puzzle": 17, "solved": true, "rating": 1480, "deviation": 90})");
    const auto start = ratings_.start_of(file, said->number);
    if (!start) return no_such_puzzle();
    const bool counts = is_first(client, *start);
    if (counts) {
        const PuzzleResult result{
            .start = *start, .solver = said->solver, .is_solved = said->is_solved};
        if (const auto kept = journal_.append(to_line(result)); !kept)
            return refuse(RefusalCode::log_failed, "the result cannot be kept");
        ratings_.add(result);
    }
    return net::json_response(Json{{"counted", counts}}.dump());
}

bool PuzzleService::may_send(const std::string& client, Clock::time_point now) {
    if (now - minute_began_ >= std::chrono::minutes(1)) {
        sent_.clear();
        minute_began_ = now;
    }
    if (sent_.size() >= most_clients && !sent_.contains(client)) return false;
    return ++sent_[client] <= most_in_a_minute;
}

bool PuzzleService::is_first(const std::string& client, const std::string& start) {
    if (counted_.size() >= most_counted) counted_.clear();
    return counted_.insert(std::hash<std::string>{}(client + ' ' + start)).second;
}

}  // namespace kibitz::serve
