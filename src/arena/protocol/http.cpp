#include "arena/protocol/http.hpp"

#include <algorithm>
#include <cmath>
#include <ranges>

#include "arena/iso_time.hpp"
#include "arena/protocol/words.hpp"
#include "games/games.hpp"

namespace kibitz::arena::protocol {

namespace {

constexpr int not_found = 404;

HttpAnswer nothing(const char* words) { return {not_found, {{"error", words}}}; }

Json short_form(const GameSummary& game) {
    return {{"id", game.id},
            {"game", game.game},
            {"players", game.players},
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

games::Record record_of(const LiveGame& game) {
    // What did not count, or nobody came to, has no result in PGN.
    const auto& end = game.end();
    const bool has_result =
        end && end->ending != Ending::aborted && !was_left_by_both(end->ending, end->winner);
    games::Record record{.setup = game.settings().setup,
                         .players = game.settings().players,
                         .event = game.settings().contest,
                         .date = pgn_date(game.start_time()),
                         .is_over = has_result};
    if (end) record.winner = end->winner;
    for (const GameEvent& event : game.events())
        if (const auto* moved = std::get_if<Moved>(&event.fact))
            record.moves.push_back(moved->move);
    return record;
}

Json rating_json(const tournament::Glicko2& rating, int games) {
    return {{"rating", std::lround(rating.rating)},
            {"deviation", std::lround(rating.deviation)},
            {"provisional", rating.deviation > tournament::provisional_deviation},
            {"games", games}};
}

}  // namespace

std::optional<HttpAnswer> Http::answer(std::string_view method, std::string_view path,
                                       Time now) const {
    if (method != "GET" || !path.starts_with(prefix)) return std::nullopt;
    path.remove_prefix(prefix.size());
    const std::size_t slash = path.find('/');
    const std::string_view what = path.substr(0, slash);
    const std::string name(slash == std::string_view::npos ? "" : path.substr(slash + 1));
    if (what == "games") return name.empty() ? games() : game(name, now);
    if (what == "players") return player(name, now);
    if (what == "ratings") return ratings(name, now);
    if (what == "contests") return contest(name);
    return std::nullopt;
}

HttpAnswer Http::games() const {
    std::vector<const GameSummary*> newest;
    for (const games::Rules* rules : games::all())
        for (const GameSummary& game :
             hall_.finished(rules->name()) | std::views::reverse | std::views::take(newest_games))
            newest.push_back(&game);
    std::ranges::sort(newest, std::ranges::greater(), &GameSummary::ended);
    Json finished = Json::array();
    for (const GameSummary* game : newest | std::views::take(newest_games))
        finished.push_back(short_form(*game));
    return {.body = {{"live", hall_.live_games()}, {"finished", std::move(finished)}}};
}

HttpAnswer Http::game(const GameId& id, Time now) const {
    std::optional<LiveGame> stored;
    const LiveGame* found = find_or_replay(hall_, find_game_, id, stored);
    if (!found) return nothing("there is no such game");
    Json events = Json::array();
    for (const GameEvent& event : found->events())
        events.push_back(event_message(id, event)["event"]);
    Json body{{"id", id}, {"state", found->snapshot(now)}, {"events", std::move(events)}};
    if (const auto pgn = found->rules().notation(record_of(*found))) body["pgn"] = *pgn;
    return {.body = std::move(body)};
}

HttpAnswer Http::player(const std::string& name, Time now) const {
    const Account* account = accounts_.find(name);
    if (!account) return nothing("there is no such player");
    Json ratings = Json::object();
    Json newest = Json::array();
    for (const games::Rules* rules : games::all()) {
        const std::string game(rules->name());
        if (const int rated = ratings_.games(game, name); rated > 0)
            ratings[game] = rating_json(ratings_.at(game, name, now), rated);
        const auto is_players = [&](const GameSummary& summary) {
            return summary.players[0] == name || summary.players[1] == name;
        };
        for (const GameSummary& summary : hall_.finished(game) | std::views::reverse |
                                              std::views::filter(is_players) |
                                              std::views::take(newest_games))
            newest.push_back(short_form(summary));
    }
    return {.body = {{"name", account->name},
                     {"owner", account->owner},
                     {"bot", account->is_bot},
                     {"registered", iso_time(account->registered)},
                     {"ratings", std::move(ratings)},
                     {"games", std::move(newest)}}};
}

HttpAnswer Http::ratings(const std::string& game, Time now) const {
    if (!games::find(game)) return nothing("there is no such game");
    std::vector<std::pair<double, Json>> rows;
    for (const auto& [player, entry] : ratings_.of(game)) {
        const auto rating = ratings_.at(game, player, now);
        Json row = rating_json(rating, entry.games);
        row["player"] = player;
        rows.emplace_back(rating.rating, std::move(row));
    }
    std::ranges::sort(rows, [](const auto& a, const auto& b) { return a.first > b.first; });
    Json live = Json::array(), bots = Json::array();
    for (auto& [rating, row] : rows) live.push_back(std::move(row));
    const auto is_bot = [this](const std::string& player) {
        const Account* account = accounts_.find(player);
        return account && account->is_bot;
    };
    for (const BatchRating& bot : batch_ratings(hall_.finished(game), is_bot))
        bots.push_back({{"player", bot.player},
                        {"games", bot.games},
                        {"elo", std::lround(bot.elo)},
                        {"margin", std::lround(bot.margin)}});
    return {.body = {{"live", std::move(live)}, {"bots", std::move(bots)}}};
}

HttpAnswer Http::contest(const std::string& name) const {
    if (name.empty()) {
        Json names = Json::array();
        for (const Contest* contest : contests_.listed()) names.push_back(contest->settings().name);
        return {.body = std::move(names)};
    }
    const Contest* contest = contests_.shown(name);
    if (!contest) return nothing("there is no such contest");
    return {.body = contest->to_json()};
}

}  // namespace kibitz::arena::protocol
