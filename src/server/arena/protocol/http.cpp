#include "arena/protocol/http.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <ranges>

#include <fmt/format.h>

#include "arena/fields.hpp"
#include "arena/iso_time.hpp"
#include "arena/protocol/message_texts.hpp"
#include "games/games.hpp"
#include "ledger/line.hpp"

namespace kibitz::arena::protocol {

namespace {

constexpr int not_found = 404, unauthorised = 401;

HttpAnswer nothing(ErrorCode code, const char* text) {
    return {not_found, error_json({code, text})};
}

HttpAnswer no_such_game() { return nothing(ErrorCode::no_such_game, "there is no such game"); }
HttpAnswer no_pgn() { return nothing(ErrorCode::no_pgn, "there is no PGN of such games"); }

// With the names that players have now.
Json short_form(const GameSummary& game, const Renames& renames) {
    return {{"id", game.id},
            {"game", game.game},
            {"players", {name_now(renames, game.players[0]), name_now(renames, game.players[1])}},
            {"winner", side_json(game.winner)},
            {"ending", to_string(game.ending)},
            {"reason", game.reason},
            {"rated", game.rated},
            {"contest", game.contest},
            {"started", iso_time(game.started)},
            {"ended", iso_time(game.ended)}};
}

// 2017.07.01, as PGN has it.
std::string pgn_date(Time time) {
    constexpr std::size_t length = 10;
    std::string date = iso_time(time).substr(0, length);
    std::ranges::replace(date, '-', '.');
    return date;
}

// 300+3, in seconds, as PGN has it.
std::string time_control(const ClockRules& clock) {
    const auto seconds = [](Milliseconds time) {
        return fmt::format("{}", std::chrono::duration<double>(time).count());
    };
    return seconds(clock.base) + "+" + seconds(clock.increment);
}

constexpr const char* termination(const std::optional<Ended>& end) {
    if (!end) return "unterminated";
    switch (end->ending) {
        case Ending::timeout: return "time forfeit";
        case Ending::faults: return "rules infraction";
        case Ending::disconnect:
        case Ending::aborted: return "abandoned";
        case Ending::rules:
        case Ending::resignation:
        case Ending::draw_agreed:
        case Ending::draw_claimed: return "normal";
    }
    return "";
}

// What stands in a game's head and is not in the game.
struct PgnExtras {
    std::optional<Ratings::OfBoth> ratings{};
    std::string round{};
};
constexpr const char* no_round = "-";

games::Record record_of(const GameId& id, const LiveGame& game, const PgnExtras& extras) {
    const GameSettings& settings = game.settings();
    const std::string began = iso_time(game.start_time());
    constexpr std::size_t time_at = 11, time_length = 8;
    const char* const without_contest = settings.rated ? "rated game" : "casual game";
    // What did not count, or nobody came to, has no result in PGN.
    const bool has_result = game.end() && game.end()->ending != Ending::aborted &&
                            !was_left_by_both(game.end()->ending, game.end()->winner);
    games::Record record{.setup = settings.setup,
                         .players = settings.players,
                         .event = settings.contest.empty() ? without_contest : settings.contest,
                         .date = pgn_date(game.start_time()),
                         .is_over = has_result};
    if (game.end()) record.winner = game.end()->winner;
    for (const GameEvent* event : moves_that_stand(game.events())) {
        const auto& moved = std::get<Moved>(event->fact);
        record.moves.push_back(moved.move);
        record.clocks.push_back(event->left[index(moved.side)]);
    }

    record.tags = {{"Site", "Kibitz arena"},
                   {"UTCDate", record.date},
                   {"UTCTime", began.substr(time_at, time_length)},
                   {"TimeControl", time_control(settings.clock)},
                   {"Termination", termination(game.end())},
                   {"GameId", id}};
    if (!extras.round.empty()) record.tags.emplace_back("Round", extras.round);
    if (extras.ratings) {
        record.tags.emplace_back("WhiteElo", std::to_string((*extras.ratings)[0]));
        record.tags.emplace_back("BlackElo", std::to_string((*extras.ratings)[1]));
    }
    return record;
}

Json rating_json(const statistics::Glicko2& rating, int games) {
    return {{"rating", std::lround(rating.rating)},
            {"deviation", std::lround(rating.deviation)},
            {"provisional", rating.deviation > statistics::provisional_deviation},
            {"games", games}};
}

}  // namespace

// A game for a file with several.
struct Http::Played {
    GameId id;
    PgnExtras extras;
    std::vector<GameEvent> events;  // empty: they are in the store
};

std::optional<HttpAnswer> Http::answer(std::string_view method, std::string_view path, Time now,
                                       std::string_view token) {
    if (method != "GET" || !path.starts_with(prefix)) return std::nullopt;
    path.remove_prefix(prefix.size());
    const std::size_t slash = path.find('/');
    const std::string_view what = path.substr(0, slash);
    const std::string name(slash == std::string_view::npos ? "" : path.substr(slash + 1));
    constexpr std::string_view as_pgn = ".pgn";
    const bool is_pgn = name.ends_with(as_pgn);
    const std::string stem = name.substr(0, name.size() - (is_pgn ? as_pgn.size() : 0));
    if (what == "games" && is_pgn) return pgn(stem, now);
    if (what == "games") return name.empty() ? games() : game(name, now);
    if (what == "players") return player(name, now);
    if (what == "export" && name.empty()) return own_games(token);
    if (what == "ratings") return ratings(name, now);
    if (what == "ledger" && name.empty()) return HttpAnswer{.body = purses_.summary()};
    if (what == "ledger") return ledger_page(name);
    if (what == "ledger.jsonl" && name.empty()) return ledger_lines(1, true);
    if (what == "contests") {
        // A contest may have a name like this, too.
        if (const auto found = is_pgn ? contests_.shown(stem) : std::nullopt)
            return contest_pgn(*found);
        return contest(name);
    }
    return std::nullopt;
}

HttpAnswer Http::games() const {
    std::vector<const GameSummary*> newest;
    for (const games::Rules* rules : games::all())
        for (const GameSummary& game : hall_.finished().of(rules->name()) | std::views::reverse |
                                           std::views::take(newest_games))
            newest.push_back(&game);
    std::ranges::sort(newest, std::ranges::greater(), &GameSummary::ended);
    Json finished = Json::array();
    for (const GameSummary* game : newest | std::views::take(newest_games))
        finished.push_back(short_form(*game, accounts_.renames()));
    return {.body = {{"live", hall_.live_games()}, {"finished", std::move(finished)}}};
}

std::optional<std::string> Http::notation(const GameId& id, const LiveGame& game, Time now,
                                          const Renames& shown) const {
    const GameSettings& settings = game.settings();
    PgnExtras extras{.ratings = ratings_.before(id)};
    if (settings.contest.empty()) extras.round = no_round;
    if (!game.end() && settings.rated)
        extras.ratings = ratings_.of_both(settings.game, settings.players, now);
    games::Record record = record_of(id, game, extras);
    for (std::string& player : record.players) player = name_shown(shown, player);
    return game.rules().notation(record);
}

HttpAnswer Http::pgn(const GameId& id, Time now) const {
    std::optional<LiveGame> stored;
    const LiveGame* found = find_or_replay(hall_, find_game_, id, *accounts_.forgotten(), stored);
    if (!found) return no_such_game();
    HttpAnswer answer;
    answer.pgn = notation(id, *found, now);
    if (!answer.pgn) return no_pgn();
    return answer;
}

HttpAnswer Http::game(const GameId& id, Time now) const {
    std::optional<LiveGame> stored;
    const LiveGame* found = find_or_replay(hall_, find_game_, id, *accounts_.forgotten(), stored);
    if (!found) return no_such_game();
    Json events = Json::array();
    for (const GameEvent& event : found->events())
        events.push_back(event_message(id, event)["event"]);
    Json body{{"id", id}, {"state", found->snapshot(now)}, {"events", std::move(events)}};
    if (const auto pgn = notation(id, *found, now)) body["pgn"] = *pgn;
    return {.body = std::move(body)};
}

HttpAnswer Http::player(const std::string& asked, Time now) const {
    const std::string& name = name_now(accounts_.renames(), asked);
    const Account* account = accounts_.find(name);
    // The old name of somebody whose data is gone leads nowhere.
    if (!account || accounts_.forgotten()->contains(asked))
        return nothing(ErrorCode::no_such_player, "there is no such player");
    Json ratings = Json::object();
    for (const games::Rules* rules : games::all())
        if (const int rated = ratings_.games(rules->name(), name); rated > 0)
            ratings[std::string(rules->name())] =
                rating_json(ratings_.at(rules->name(), name, now), rated);
    HttpAnswer answer{.body = {{"name", account->name},
                               {"owner", account->owner},
                               {"bot", account->is_bot},
                               {"registered", iso_time(account->registered)},
                               {"ratings", std::move(ratings)},
                               {"games", Json::array()}}};
    if (!account->letter_key.empty())
        answer.body["letters"] = {{"key", account->letter_key},
                                  {"signature", account->letter_signature}};
    add_games(answer, name);
    return answer;
}

// Those that the hall has no more are put in their places out of the store.
void Http::add_games(HttpAnswer& answer, const std::string& player) const {
    Json& games = answer.body["games"];
    std::map<std::size_t, GameId> stored;  // by place
    for (const games::Rules* rules : games::all())
        for (const GameId& id : hall_.finished().of(rules->name(), player) | std::views::reverse) {
            const LiveGame* game = hall_.find(id);
            if (!game) stored.emplace(games.size(), id);
            games.push_back(game ? short_form(summary_of(id, *game), accounts_.renames()) : Json());
        }
    if (stored.empty()) return;
    answer.finish = [stored = std::move(stored), find_game = find_game_,
                     renames = accounts_.renames(),
                     forgotten = accounts_.forgotten()](HttpAnswer& late) {
        for (const auto& [place, id] : stored)
            if (const auto game = LiveGame::replay(find_game(id, *forgotten)))
                late.body["games"][place] = short_form(summary_of(id, *game), renames);
        std::erase(late.body["games"].get_ref<Json::array_t&>(), Json());
    };
}

// The results at a time, and the ratings from them, which are worked out once, for the answer that
// is finished first.
class Http::Batch {
   public:
    Batch(Results::Table results, Time at) : time(at), results_(std::move(results)) {}

    const std::vector<BatchRating>& ratings() {
        if (!ratings_) ratings_ = batch_ratings(results_);
        return *ratings_;
    }

    const Time time;

   private:
    const Results::Table results_;
    std::optional<std::vector<BatchRating>> ratings_;
};

HttpAnswer Http::ratings(const std::string& game, Time now) {
    if (!games::find(game)) return nothing(ErrorCode::unknown_game_kind, "there is no such game");
    std::vector<std::pair<double, Json>> rows;
    for (const auto& [player, entry] : ratings_.of(game)) {
        const auto rating = ratings_.at(game, player, now);
        Json row = rating_json(rating, entry.games);
        row["player"] = player;
        rows.emplace_back(rating.rating, std::move(row));
    }
    std::ranges::sort(rows, [](const auto& a, const auto& b) { return a.first > b.first; });
    Json live = Json::array();
    for (auto& [rating, row] : rows) live.push_back(std::move(row));
    const auto is_bot = [this](const std::string& player) {
        const Account* account = accounts_.find(player);
        return account && account->is_bot;
    };
    auto& batch = batches_[game];
    if (!batch || now - batch->time >= batch_interval)
        batch = std::make_shared<Batch>(results_.of(game, is_bot), now);
    return {.body = {{"live", std::move(live)}}, .finish = [batch](HttpAnswer& answer) {
                Json& bots = answer.body["bots"] = Json::array();
                for (const BatchRating& bot : batch->ratings())
                    bots.push_back({{"player", bot.player.player},
                                    {"version", bot.player.version},
                                    {"games", bot.games},
                                    {"elo", std::lround(bot.elo)},
                                    {"margin", std::lround(bot.margin)}});
            }};
}

HttpAnswer Http::contest(const std::string& name) const {
    if (name.empty()) {
        Json names = Json::array();
        for (const Json& listing : contests_.listed()) names.push_back(listing["name"]);
        return {.body = std::move(names)};
    }
    auto found = contests_.shown(name);
    if (!found) return nothing(ErrorCode::no_such_contest, "there is no such contest");
    if (auto prize = purses_.prize(name)) (*found)["prize"] = *std::move(prize);
    return {.body = *std::move(found)};
}

HttpAnswer Http::ledger_page(std::string_view first) const {
    int number = 0;
    const auto [end, error] = std::from_chars(first.data(), first.data() + first.size(), number);
    if (error != std::errc() || end != first.data() + first.size() || number < 1)
        return nothing(ErrorCode::not_found,
                       "a page of the ledger begins with the number of a fact");
    return ledger_lines(number, false);
}

// A page of facts as their lines stand in the log, or all of them. After the last one comes the
// line that ends the file.
HttpAnswer Http::ledger_lines(int first, bool is_whole) const {
    return {.body = {},
            .finish =
                [read = read_, &secrets = secrets_, first, is_whole](HttpAnswer& answer) {
                    std::string lines;
                    bool is_more = true;
                    for (int next = first; is_more; next += facts_in_page) {
                        // One more than the page has, to know whether it is the last.
                        auto part = read({std::string(Purses::stream), next, facts_in_page + 1});
                        is_more = part.size() > facts_in_page;
                        if (is_more) part.pop_back();
                        ledger::Hash head = ledger::no_hash();
                        for (const LogEntry& entry : part) {
                            const std::string line = text_of(entry);
                            if (&entry == &part.back()) head = secrets.sha256_hex(line);
                            lines += line + "\n";
                        }
                        if (is_more && !is_whole) break;
                        // Nothing follows what is not there.
                        if (is_more || (part.empty() && next > 1)) continue;
                        const std::int64_t facts = next - 1 + static_cast<int>(part.size());
                        const auto check = secrets.sha256_hex(ledger::end_text(facts, head));
                        lines += ledger::to_end_line(facts, head, check) + "\n";
                    }
                    answer.lines = std::move(lines);
                },
            .lines = ""};
}

HttpAnswer Http::contest_pgn(const Json& contest) const {
    const games::Rules& rules = *games::find(contest["game"].get<std::string>());
    if (!rules.notation({.setup = rules.draw_setup(0)})) return no_pgn();
    if (contest["games"].size() > most_games_as_pgn)
        return nothing(ErrorCode::too_many_games_for_pgn,
                       "the contest has too many games for one file: each game has its own");
    std::vector<Played> games;
    for (const Json& listed : contest["games"]) {
        const GameId id = listed["id"];
        const int round = listed["round"];
        games.push_back(played(id, round > 0 ? std::to_string(round) : no_round));
    }
    return pgn_of(std::move(games));
}

// All games of the player with the token, the newest if there are very many.
HttpAnswer Http::own_games(std::string_view token) const {
    const Account* account =
        token.empty() ? nullptr : accounts_.find_by_token_hash(secrets_.sha256_hex(token));
    if (!account)
        return {unauthorised, error_json({ErrorCode::unknown_token, "that token is nobody's"})};
    const std::vector<GameId> ids = hall_.finished().all_of(account->name);
    const std::size_t older = ids.size() - std::min(ids.size(), most_games_as_pgn);
    std::vector<Played> games;
    for (const GameId& id : ids | std::views::drop(older))
        games.push_back(played(id, /*round=*/""));
    return pgn_of(std::move(games));
}

Http::Played Http::played(const GameId& id, const std::string& round) const {
    const LiveGame* game = hall_.find(id);
    return {.id = id,
            .extras = {.ratings = ratings_.before(id), .round = round},
            .events = game ? game->events() : std::vector<GameEvent>()};
}

// Made later, since it takes its time. Games without such a notation are left out.
HttpAnswer Http::pgn_of(std::vector<Played> games) const {
    return {.body = {},
            .finish =
                [games = std::move(games), find_game = find_game_,
                 forgotten = accounts_.forgotten()](HttpAnswer& answer) {
                    for (const auto& [id, extras, events] : games) {
                        const auto game =
                            LiveGame::replay(events.empty() ? find_game(id, *forgotten) : events);
                        if (!game) continue;
                        const auto pgn = game->rules().notation(record_of(id, *game, extras));
                        if (!pgn) continue;
                        *answer.pgn += (answer.pgn->empty() ? "" : "\n") + *pgn;
                    }
                },
            .pgn = ""};
}

}  // namespace kibitz::arena::protocol
