#include "arena/contests/contest.hpp"

#include <algorithm>

#include "arena/fields.hpp"
#include "arena/names.hpp"
#include "arena/points.hpp"
#include "arena/serialiser.hpp"

namespace kibitz::tournament {

// Found by the type that it serialises.
static void serialise(arena::Serialiser& s, GameResult& result) {
    auto& [first, second, first_half_points, is_forfeited] = result;
    s(first, second, first_half_points, is_forfeited);
}

}  // namespace kibitz::tournament

namespace kibitz::arena {

namespace {

using namespace std::chrono_literals;

constexpr std::size_t longest_name = 64;
constexpr int most_rounds = 100;
constexpr Milliseconds longest_contest = 30 * 24h;
constexpr const char *over_text = "the contest is over", *begun_text = "the contest has begun";
constexpr double half = 0.5, quarter = 0.25;  // what tables count in

std::size_t at(int player) { return static_cast<std::size_t>(player); }

}  // namespace

std::optional<Refusal> why_not_settings(const ContestSettings& settings) {
    if (settings.name.empty() || settings.name.size() > longest_name)
        return Refusal{ErrorCode::bad_contest_name, "a contest's name has 1 to 64 bytes"};
    if (const auto refusal = why_unreadable(settings.name))
        return Refusal{ErrorCode::bad_contest_name, refusal->text};
    if (settings.rounds < 1 || settings.rounds > most_rounds)
        return Refusal{ErrorCode::bad_rounds, "rounds are 1 to 100"};
    if (settings.format->is_timed && (settings.length <= 0ms || settings.length > longest_contest))
        return Refusal{ErrorCode::bad_length, "length is up to 30 days, in milliseconds"};
    return why_not_terms(settings.terms);
}

void ContestSettings::serialise(Serialiser& s) {
    auto& [its_name, its_organiser, its_format, its_terms, its_rounds, its_length] = *this;
    s(its_name, its_organiser, its_terms, its_rounds, its_length);
}

void Contest::serialise(Serialiser& s) {
    auto& [settings, created, stage, players, left, playing, colours, results, games] = *this;
    s(settings, created, stage, players, left, playing, results, games);
    if (!s.is_reading()) return;
    colours.assign(players.size(), {});
    for (const tournament::GameResult& result : results) {
        if (result.first < 0 || at(result.first) >= colours.size() || result.second < 0 ||
            at(result.second) >= colours.size())
            return s.fail();
        colours[at(result.first)].add(true);
        colours[at(result.second)].add(false);
    }
}

std::optional<Refusal> Contest::why_not_join(const std::string& player) const {
    if (stage_ == Stage::over) return Refusal{ErrorCode::contest_over, over_text};
    if (stage_ == Stage::running && !settings_.format->is_timed)
        return Refusal{ErrorCode::contest_begun, begun_text};
    const int number = number_of(player);
    if (number >= 0 && !has_left(number))
        return Refusal{ErrorCode::already_in_contest, "you are in it already"};
    if (number < 0 && players_.size() >= most_players)
        return Refusal{ErrorCode::contest_full, "the contest is full"};
    return std::nullopt;
}

std::optional<Refusal> Contest::why_not_leave(const std::string& player) const {
    const int number = number_of(player);
    if (number < 0 || has_left(number))
        return Refusal{ErrorCode::not_in_contest, "you are not in it"};
    if (stage_ == Stage::over) return Refusal{ErrorCode::contest_over, over_text};
    return std::nullopt;
}

std::optional<Refusal> Contest::why_not_start() const {
    if (stage_ != Stage::open) return Refusal{ErrorCode::contest_begun, begun_text};
    if (players_.size() - left_.size() < 2)
        return Refusal{ErrorCode::too_few_players, "a contest needs two players"};
    return std::nullopt;
}

void Contest::join(const std::string& player) {
    if (const int number = number_of(player); number >= 0) {
        left_.erase(number);
        return;
    }
    players_.push_back(player);
    colours_.emplace_back();
    on_join();
}

void Contest::leave(const std::string& player) {
    left_.insert(number_of(player));
    if (stage_ == Stage::running) on_leave();
}

void Contest::start(Time now) {
    stage_ = Stage::running;
    on_start(now);
}

void Contest::close() { stage_ = Stage::over; }

void Contest::finish() {
    stage_ = Stage::over;
    on_finish();
}

Json Contest::to_json(const Pairing& pairing) const {
    Json games = Json::array(), byes = Json::array();
    for (const auto& [first, second] : pairing.games) games.push_back({name(first), name(second)});
    for (const int player : pairing.byes) byes.push_back(name(player));
    return {{"round", pairing.round}, {"games", std::move(games)}, {"byes", std::move(byes)}};
}

std::optional<Pairing> Contest::pairing_of(const Json& json) const {
    std::set<int> paired;
    // -1 for a player who is not in the contest, or twice in the round.
    const auto take = [&](const Json& player) {
        if (!player.is_string()) return -1;
        const int number = number_of(player.get_ref<const std::string&>());
        return number >= 0 && paired.insert(number).second ? number : -1;
    };
    const auto round = integer_field(json, "round");
    const Json *games = field(json, "games"), *byes = field(json, "byes");
    if (!round || !games || !games->is_array() || !byes || !byes->is_array()) return std::nullopt;
    Pairing pairing{.round = static_cast<int>(*round), .games = {}};
    for (const Json& game : *games) {
        if (!game.is_array() || game.size() != 2) return std::nullopt;
        const int first = take(game[0]), second = take(game[1]);
        if (first < 0 || second < 0) return std::nullopt;
        pairing.games.emplace_back(first, second);
    }
    for (const Json& player : *byes) {
        pairing.byes.push_back(take(player));
        if (pairing.byes.back() < 0) return std::nullopt;
    }
    return pairing;
}

void Contest::game_started(const Players& players) {
    const int first = number_of(players[0]), second = number_of(players[1]);
    if (first < 0 || second < 0) return;
    on_game_started(first, second);
    playing_.insert({first, second});
}

void Contest::game_ended(const GameSummary& game) {
    const int first = number_of(game.players[0]), second = number_of(game.players[1]);
    if (first < 0 || second < 0) return;
    for (const int player : {first, second})
        if (const auto one = playing_.find(player); one != playing_.end()) playing_.erase(one);
    if (game.ending == Ending::aborted) return on_game_aborted(first, second);
    add_result(game, first, second);
    on_game_ended(first, second, game);
}

void Contest::add_result(const GameSummary& game, int first, int second) {
    results_.push_back({first, second, half_points(game.winner, Side::first),
                        was_left_by_both(game.ending, game.winner)});
    colours_[at(first)].add(true);
    colours_[at(second)].add(false);
    games_.push_back({{"id", game.id},
                      {"players", game.players},
                      {"round", round()},
                      {"winner", side_json(game.winner)},
                      {"ending", arena::to_string(game.ending)},
                      {"reason", game.reason}});
}

std::optional<Time> Contest::deadline() const {
    if (stage_ == Stage::open) return created_ + longest_open;
    return stage_ == Stage::running ? end_time() : std::nullopt;
}

// Games under way at the end still count.
void Contest::tick(Time now) {
    if (const auto end = deadline(); end && now >= *end) stage_ = Stage::over;
}

int Contest::number_of(const std::string& player) const {
    const auto found = std::ranges::find(players_, player);
    return found == players_.end() ? -1 : static_cast<int>(found - players_.begin());
}

std::pair<int, int> Contest::with_sides(int a, int b, std::size_t board) const {
    // Where neither has a better claim, in turn from board to board and from round to round.
    const bool is_turn = (static_cast<std::size_t>(round()) + board) % 2 == 0;
    const bool is_first =
        tournament::Colours::first_for_a(colours(a), colours(b)).value_or(is_turn);
    return is_first ? std::pair(a, b) : std::pair(b, a);
}

tournament::Table Contest::table() const {
    return tournament::make_table(player_count(), results_, byes(), tie_breaks());
}

std::optional<std::string> Contest::winner() const {
    const bool was_started = round() > 0 || end_time();
    if (stage_ != Stage::over || !was_started) return std::nullopt;
    const tournament::Table rows = table();
    if (rows.size() > 1 && rows[1].rank == 1) return std::nullopt;
    return name(rows.front().player);
}

Json Contest::head_json() const {
    constexpr std::array stages{"open", "running", "over"};
    Json json{{"name", settings_.name},
              {"kind", settings_.format->name},
              {"organiser", settings_.organiser},
              {"game", settings_.terms.game},
              {"base", settings_.terms.base.count()},
              {"increment", settings_.terms.increment.count()},
              {"rated", settings_.terms.rated},
              {"stage", stages[static_cast<std::size_t>(stage_)]},
              {"round", round()},
              {"rounds", settings_.rounds}};
    if (const auto ends = end_time()) json["ends"] = to_epoch(*ends);
    if (stage_ == Stage::open) json["expires"] = to_epoch(created_ + longest_open);
    return json;
}

Json Contest::to_short_json() const {
    Json json = head_json();
    json["players"] = players_.size();
    return json;
}

Json Contest::row_json(const tournament::TableRow& row) const {
    return {{"rank", row.rank},
            {"player", name(row.player)},
            {"points", half * row.half_points},
            {"wins", row.wins},
            {"draws", row.draws},
            {"losses", row.losses},
            {"byes", row.byes},
            {"buchholz", half * row.buchholz},
            {"sonnebornBerger", quarter * row.sonneborn_berger},
            {"direct", half * row.direct},
            {"left", has_left(row.player)}};
}

Json Contest::crosstable_json(const tournament::Table& standing) const {
    const auto cells = tournament::make_crosstable(static_cast<int>(players_.size()), results_);
    Json lines = Json::array();
    for (const auto& row : standing) {
        Json line = Json::array();
        for (const auto& other : standing) {
            const auto& cell = cells[at(row.player)][at(other.player)];
            line.push_back(cell.games() == 0 ? Json() : Json(half * cell.half_points()));
        }
        lines.push_back(std::move(line));
    }
    return lines;
}

Json Contest::to_json() const {
    const tournament::Table standing = table();
    Json json = head_json();
    json["table"] = Json::array();
    for (const auto& row : standing) json["table"].push_back(row_json(row));
    if (players_.size() <= most_in_crosstable) json["crosstable"] = crosstable_json(standing);
    json["games"] = games_;
    const auto champion = winner();
    json["winner"] = champion ? Json(*champion) : Json();
    add_to_json(json);
    return json;
}

}  // namespace kibitz::arena
