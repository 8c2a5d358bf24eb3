#include "serve/games/games_service.hpp"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>

#include "collection/statistics.hpp"
#include "page_protocol/games/games_answers.hpp"
#include "page_protocol/games/games_question.hpp"
#include "page_protocol/json_writer.hpp"
#include "serve/http/refusal.hpp"
#include "serve/log/server_log.hpp"
#include "text/split.hpp"

namespace kibitz::serve {

namespace {

using namespace page_protocol;
using Clock = std::chrono::steady_clock;

RefusalCode code_of(GamesFault fault) {
    switch (fault) {
        case GamesFault::bad_query: return RefusalCode::bad_query;
        case GamesFault::no_such_game: return RefusalCode::no_such_game;
        case GamesFault::damaged_game: return RefusalCode::damaged_game;
        case GamesFault::game_too_large: return RefusalCode::game_too_large;
    }
    return RefusalCode::bad_query;
}

net::Response refused(const GamesRefusal& refusal) {
    return refuse(code_of(refusal.fault), refusal.text);
}

net::Response bad_address() {
    return refuse(RefusalCode::bad_address,
                  "there is no such address; docs/operating.md says which");
}

}  // namespace

struct GamesService::Question {
    std::string what;    // tree, find, player, names or game
    std::string number;  // of a game
    GamesQuestion fields;
    std::string address;  // all of it, by which answers are remembered
};

// Its answers are the same until games are added, so those that are asked for again and again, such
// as the tree of the start, are remembered.
struct GamesService::Served {
    Served(std::string its_name, std::unique_ptr<SharedDatabase> its_copy,
           std::unique_ptr<FollowedDatabase> opened)
        : name(std::move(its_name)), copy(std::move(its_copy)), followed(std::move(opened)) {}

    // As it is now; what is remembered is about it.
    std::shared_ptr<const GameDatabase> current() {
        auto now = followed->current();
        const std::lock_guard lock(mutex);
        if (now != known) {
            known = now;
            players.reset();
            answers.clear();
        }
        return now;
    }
    std::optional<std::string> remembered(const GameDatabase& database,
                                          const std::string& address) {
        const std::lock_guard lock(mutex);
        if (known.get() != &database) return std::nullopt;
        const auto found = answers.find(address);
        return found == answers.end() ? std::nullopt : std::optional(found->second);
    }
    void remember(const GameDatabase& database, const std::string& address,
                  const std::string& answer) {
        constexpr std::size_t most_answers = 512, longest_answer = 32'768;
        const std::lock_guard lock(mutex);
        if (known.get() != &database || answer.size() > longest_answer) return;
        if (answers.size() >= most_answers) answers.clear();
        answers.insert_or_assign(address, answer);
    }
    std::shared_ptr<const std::vector<collection::Counted>> players_of(
        const GameDatabase& database) {
        {
            const std::lock_guard lock(mutex);
            if (known.get() == &database && players) return players;
        }
        auto counted = std::make_shared<const std::vector<collection::Counted>>(database.players());
        const std::lock_guard lock(mutex);
        if (known.get() == &database) players = counted;
        return counted;
    }

    const std::string name;
    const std::unique_ptr<SharedDatabase> copy;  // null for one in a folder of the operator's
    const std::unique_ptr<FollowedDatabase> followed;
    std::mutex mutex;  // guards the rest
    std::shared_ptr<const GameDatabase> known;
    std::shared_ptr<const std::vector<collection::Counted>> players;
    std::unordered_map<std::string, std::string> answers;
};

GamesService::GamesService(GamesSettings settings)
    : settings_(std::move(settings)), searches_(settings_.at_once, settings_.most_waiting) {}

GamesService::~GamesService() { is_ending_ = true; }

bool GamesService::has_path(std::string_view requested) {
    return requested.starts_with(path) &&
           (requested.size() == path.size() || requested[path.size()] == '/');
}

std::expected<std::unique_ptr<GamesService>, std::string> GamesService::open(
    GamesSettings settings) {
    std::unique_ptr<GamesService> service(new GamesService(std::move(settings)));
    for (const std::string& option : service->settings_.databases) {
        auto served = service->open_database(option);
        if (!served) return std::unexpected("--games: " + served.error());
        service->databases_.push_back(*std::move(served));
    }
    return service;
}

std::expected<std::unique_ptr<GamesService::Served>, std::string> GamesService::open_database(
    const std::string& option) const {
    const bool is_shared = !option.contains('=');
    std::string_view rest = option;
    const std::string name(text::take_part(rest, '='));
    std::string folder(rest);
    if (!is_database_name(name) || (!is_shared && folder.empty()))
        return std::unexpected("\"" + option +
                               "\": write NAME=FOLDER; a name has up to 40 letters, digits, - "
                               "and _");
    if (find(name) != nullptr)
        return std::unexpected("there are two databases with the name " + name);
    std::unique_ptr<SharedDatabase> copy;
    if (is_shared) {
        if (settings_.store.empty())
            return std::unexpected("\"" + option +
                                   "\" is no NAME=FOLDER; a NAME alone is that of a database in "
                                   "PostgreSQL, where --store says which that is");
        folder = settings_.copies + '/' + name;
        auto opened = SharedDatabase::open(settings_.store, name, folder, settings_.shared_pause);
        if (!opened) return std::unexpected(opened.error());
        copy = *std::move(opened);
    }
    auto followed = FollowedDatabase::open(folder, settings_.pause);
    if (!followed) return std::unexpected(followed.error().text);
    return std::make_unique<Served>(name, std::move(copy), *std::move(followed));
}

GamesService::Served* GamesService::find(std::string_view name) const {
    const auto found = std::ranges::find(
        databases_, name, [](const auto& served) -> std::string_view { return served->name; });
    return found == databases_.end() ? nullptr : found->get();
}

net::Response GamesService::list() {
    page_protocol::JsonWriter json;
    json.begin_object().key("databases").begin_array();
    for (const auto& served : databases_)
        json.begin_object()
            .member("name", served->name)
            .member("games", served->current()->games())
            .end_object();
    return net::json_response(json.end_array().end_object().take() + "\n");
}

bool GamesService::enter(const std::string& client) {
    const std::lock_guard lock(mutex_);
    int& searches = searches_of_client_[client];
    if (searches >= settings_.most_of_client) return false;
    ++searches;
    return true;
}

void GamesService::leave(const std::string& client) {
    const std::lock_guard lock(mutex_);
    const auto found = searches_of_client_.find(client);
    if (--found->second == 0) searches_of_client_.erase(found);
}

void GamesService::answer(const net::Request& request, const net::Reply& reply) {
    std::string_view rest = request.path;
    rest.remove_prefix(path.size());
    if (rest.empty() || rest == "/")
        return answer_later(request.address, reply, [this] { return list(); });
    const std::vector<std::string_view> parts = text::split(rest.substr(1), '/');
    Served* const served = find(parts[0]);
    if (served == nullptr)
        return reply(refuse(RefusalCode::no_database, "there is no database with this name here"));
    const bool is_game = parts.size() == 3 && parts[1] == "game";
    const bool is_question = parts.size() == 2 && (parts[1] == "tree" || parts[1] == "find" ||
                                                   parts[1] == "player" || parts[1] == "names");
    if (!is_game && !is_question) return reply(bad_address());
    auto fields = parse_games_question(request.query);
    if (!fields) return reply(refuse(RefusalCode::bad_query, fields.error()));
    Question question{.what = std::string(parts[1]),
                      .number = is_game ? std::string(parts[2]) : std::string(),
                      .fields = *std::move(fields),
                      .address = std::string(rest) + '?' + request.query};
    answer_later(request.address, reply, [this, served, question = std::move(question)] {
        return look_up(*served, question);
    });
}

void GamesService::answer_later(const std::string& address, const net::Reply& reply,
                                std::function<net::Response()> make) {
    std::string client = net::network_of(address);
    if (!enter(client))
        return reply(refuse(RefusalCode::too_many_requests,
                            "please wait for the answers to your other questions"));
    const bool is_queued = searches_.submit([this, reply, client, make = std::move(make)] {
        net::Response response = make();
        leave(client);
        reply(std::move(response));
    });
    if (is_queued) return;
    leave(client);
    reply(refuse(RefusalCode::busy, "the server has too much to look up: try again soon"));
}

net::Response GamesService::look_up(Served& served, const Question& question) {
    const auto database = served.current();
    if (question.what == "game") {
        auto pgn = game_pgn(database->segments(), question.number);
        if (!pgn) return refused(pgn.error());
        return {.headers = {{"Content-Type", "application/x-chess-pgn; charset=utf-8"},
                            {"Cache-Control", "no-store"}},
                .body = *std::move(pgn)};
    }
    if (question.what == "names")
        return net::json_response(names_json(*served.players_of(*database), question.fields.name));
    if (const auto known = served.remembered(*database, question.address))
        return net::json_response(*known);
    const GoesOn goes_on = [this, end = Clock::now() + settings_.time] {
        return !is_ending_ && Clock::now() < end;
    };
    const collection::SegmentList& games = database->segments();
    auto answer = question.what == "tree"   ? answer_tree(games, question.fields, goes_on)
                  : question.what == "find" ? answer_find(games, question.fields, goes_on)
                                            : answer_player(games, question.fields, goes_on);
    if (!answer) return refused(answer.error());
    if (answer->damaged)
        log_event(LogLevel::warning, "gamesDamaged",
                  {{"why", database->damage_in(*answer->damaged)}});
    // Of a search that was cut off, the rest may be found next time.
    if (answer->is_complete) served.remember(*database, question.address, answer->json);
    return net::json_response(std::move(answer->json));
}

}  // namespace kibitz::serve
