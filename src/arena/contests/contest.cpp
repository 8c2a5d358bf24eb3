#include "arena/contests/contest.hpp"

#include <algorithm>

#include "arena/points.hpp"
#include "tournament/round_robin.hpp"
#include "tournament/swiss.hpp"

namespace kibitz::arena {

namespace {

using namespace std::chrono_literals;

constexpr std::size_t longest_name = 64;
constexpr int most_rounds = 100;
constexpr Milliseconds longest_contest = 30 * 24h;

}  // namespace

std::optional<std::string> why_not(const ContestSettings& settings) {
    const bool printable = std::ranges::none_of(
        settings.name, [](char c) { return static_cast<unsigned char>(c) < ' '; });
    if (settings.name.empty() || settings.name.size() > longest_name || !printable)
        return "a contest's name has 1 to 64 bytes and no control characters";
    if (settings.rounds < 1 || settings.rounds > most_rounds) return "rounds are 1 to 100";
    if (settings.is_timed() && (settings.length <= 0ms || settings.length > longest_contest))
        return "length is up to 30 days, in milliseconds";
    return why_not(settings.terms);
}

std::optional<std::string> Contest::why_not_join(const std::string& player) const {
    if (stage_ == Stage::over) return "the contest is over";
    if (stage_ == Stage::running && !settings_.is_timed()) return "the contest has begun";
    const int number = number_of(player);
    if (number >= 0 && !has_left(number)) return "you are in it already";
    if (number < 0 && players_.size() >= most_players) return "the contest is full";
    return std::nullopt;
}

std::optional<std::string> Contest::why_not_leave(const std::string& player) const {
    const int number = number_of(player);
    if (number < 0 || has_left(number)) return "you are not in it";
    if (stage_ == Stage::over) return "the contest is over";
    return std::nullopt;
}

std::optional<std::string> Contest::why_not_start() const {
    if (stage_ != Stage::open) return "the contest has begun";
    if (players_.size() - left_.size() < 2) return "a contest needs two players";
    return std::nullopt;
}

void Contest::join(const std::string& player) {
    if (const int number = number_of(player); number >= 0) {
        left_.erase(number);
        return;
    }
    players_.push_back(player);
    last_opponent_.push_back(-1);
    ladder_.push_back(static_cast<int>(players_.size()) - 1);
}

void Contest::leave(const std::string& player) {
    left_.insert(number_of(player));
    if (stage_ != Stage::running || settings_.is_timed()) return;
    drop_games_of_those_who_left();
    go_on();
}

void Contest::start(Time now) {
    stage_ = Stage::running;
    if (settings_.is_timed()) {
        ends_ = now + settings_.length;
        return;
    }
    for (int player = 0; player < static_cast<int>(players_.size()); ++player)
        if (!has_left(player)) survivors_.push_back(player);
    go_on();
}

void Contest::close() {
    stage_ = Stage::over;
    std::erase_if(pairs_, [](const Pair& pair) { return pair.state == Pair::State::waiting; });
}

void Contest::game_started(const Players& players) {
    const int first = number_of(players[0]), second = number_of(players[1]);
    if (first < 0 || second < 0) return;
    if (Pair* pair = pair_of(first, second)) pair->state = Pair::State::playing;
    playing_.insert({first, second});
    last_opponent_[static_cast<std::size_t>(first)] = second;
    last_opponent_[static_cast<std::size_t>(second)] = first;
}

void Contest::game_ended(const GameSummary& game) {
    const int first = number_of(game.players[0]), second = number_of(game.players[1]);
    if (first < 0 || second < 0) return;
    playing_.erase(first);
    playing_.erase(second);
    Pair* pair = pair_of(first, second);
    if (game.ending == Ending::aborted) {
        // Nobody's fault: it is played again.
        if (pair) pair->state = Pair::State::waiting;
        drop_games_of_those_who_left();
        go_on();
        return;
    }
    results_.push_back({first, second, half_points(game.winner, Side::first)});
    games_.push_back({{"id", game.id},
                      {"players", game.players},
                      {"round", round_},
                      {"winner", side_json(game.winner)},
                      {"reason", game.reason}});
    std::optional<int> winner;
    if (game.winner) winner = *game.winner == Side::first ? first : second;
    if (settings_.kind == ContestKind::ladder && winner)
        climb(*winner, *winner == first ? second : first);
    if (!pair) return;
    pair->state = Pair::State::done;
    if (settings_.kind == ContestKind::knockout) {
        if (!winner && ++pair->draws < most_draws) {
            pair->state = Pair::State::waiting;
            std::swap(pair->first, pair->second);
        } else {
            advance(*pair, winner);
        }
    }
    drop_games_of_those_who_left();
    go_on();
}

// The first to come to the end of its own board goes on: by winning, or as the better seed.
void Contest::advance(const Pair& pair, std::optional<int> winner) {
    going_on_.push_back(winner.value_or(std::min(pair.first, pair.second)));
}

void Contest::climb(int winner, int loser) {
    const auto loser_at = std::ranges::find(ladder_, loser);
    const auto winner_at = std::ranges::find(ladder_, winner);
    // Up to the place of the beaten, who goes down by one with all between.
    if (winner_at > loser_at) std::rotate(loser_at, winner_at, winner_at + 1);
}

void Contest::drop_games_of_those_who_left() {
    for (Pair& pair : pairs_) {
        if (pair.state != Pair::State::waiting) continue;
        if (!has_left(pair.first) && !has_left(pair.second)) continue;
        pair.state = Pair::State::done;
        if (settings_.kind == ContestKind::knockout)
            advance(pair, has_left(pair.first) ? pair.second : pair.first);
    }
}

void Contest::go_on() {
    if (settings_.is_timed()) return;
    while (stage_ == Stage::running && std::ranges::all_of(pairs_, [](const Pair& p) {
               return p.state == Pair::State::done;
           })) {
        if (!next_round()) {
            stage_ = Stage::over;
            pairs_.clear();
        }
        drop_games_of_those_who_left();
    }
}

bool Contest::next_round() {
    switch (settings_.kind) {
        case ContestKind::round_robin: return next_round_robin();
        case ContestKind::swiss: return next_swiss();
        case ContestKind::knockout: return next_knockout();
        case ContestKind::ladder:
        case ContestKind::arena: break;  // they have no rounds
    }
    return false;
}

void Contest::begin_round(std::vector<std::pair<int, int>> pairs) {
    ++round_;
    pairs_.clear();
    for (const auto& [first, second] : pairs) pairs_.push_back({.first = first, .second = second});
}

bool Contest::next_round_robin() {
    const auto rounds = tournament::berger_rounds(static_cast<int>(players_.size()));
    const auto count = static_cast<int>(rounds.size());
    if (round_ >= settings_.rounds * count) return false;
    auto pairs = rounds[static_cast<std::size_t>(round_ % count)];
    // Sides change from one time round to the next.
    if (round_ / count % 2 == 1)
        for (auto& [first, second] : pairs) std::swap(first, second);
    begin_round(std::move(pairs));
    return true;
}

bool Contest::next_swiss() {
    if (round_ >= settings_.rounds) return false;
    std::vector<tournament::SwissPlayer> players;
    for (const tournament::TableRow& row : table().rows)
        if (!has_left(row.player)) players.push_back({row.player, row.half_points, row.byes > 0});
    if (players.size() < 2) return false;
    std::set<std::pair<int, int>> met;
    for (const auto& result : results_) met.insert(std::minmax(result.first, result.second));
    const tournament::SwissRound round = tournament::pair_swiss(players, met);
    std::vector<std::pair<int, int>> pairs;
    for (const auto& [a, b] : round.pairings) pairs.push_back(with_sides(a, b));
    if (round.bye) byes_.push_back(*round.bye);
    begin_round(std::move(pairs));
    return true;
}

bool Contest::next_knockout() {
    if (round_ > 0) survivors_ = std::exchange(going_on_, {});
    std::ranges::sort(survivors_);
    const int count = static_cast<int>(survivors_.size());
    if (count < 2) return false;
    const auto survivor = [&](int i) { return survivors_[static_cast<std::size_t>(i)]; };
    // The best seed sits out where the number is odd, and meets the worst where it is even.
    const int top = count % 2;
    if (top == 1) going_on_.push_back(survivor(0));
    std::vector<std::pair<int, int>> pairs;
    for (int i = top; i < top + (count - top) / 2; ++i)
        pairs.push_back(with_sides(survivor(i), survivor(count - 1 - (i - top))));
    begin_round(std::move(pairs));
    return true;
}

std::vector<Contest::Players> Contest::due(Time now, const IsHere& is_here) const {
    std::vector<Players> games;
    if (stage_ != Stage::running) return games;
    if (settings_.is_timed()) {
        if (now < *ends_)
            for (const auto& [first, second] : due_by_time(is_here))
                games.push_back({name(first), name(second)});
        return games;
    }
    for (const Pair& pair : pairs_)
        if (pair.state == Pair::State::waiting)
            games.push_back({name(pair.first), name(pair.second)});
    return games;
}

std::vector<std::pair<int, int>> Contest::due_by_time(const IsHere& is_here) const {
    std::vector<int> order = ladder_;
    if (settings_.kind == ContestKind::arena) {
        order.clear();
        for (const auto& row : table().rows) order.push_back(row.player);
    }
    const std::size_t active = players_.size() - left_.size();
    std::erase_if(order, [&](int player) {
        return has_left(player) || playing_.contains(player) || !is_here(name(player));
    });
    // With its neighbour in the table, but not at once with the same one again while there are
    // others.
    std::vector<std::pair<int, int>> pairs;
    while (order.size() >= 2) {
        const int player = order.front();
        order.erase(order.begin());
        const auto other = std::ranges::find_if(order, [&](int candidate) {
            return active == 2 || last_opponent_[static_cast<std::size_t>(player)] != candidate;
        });
        if (other == order.end()) continue;
        pairs.push_back(with_sides(player, *other));
        order.erase(other);
    }
    return pairs;
}

std::optional<Time> Contest::deadline() const {
    return stage_ == Stage::running ? ends_ : std::nullopt;
}

// Games under way at the end still count.
void Contest::tick(Time now) {
    if (deadline() && now >= *ends_) stage_ = Stage::over;
}

int Contest::number_of(const std::string& player) const {
    const auto found = std::ranges::find(players_, player);
    return found == players_.end() ? -1 : static_cast<int>(found - players_.begin());
}

int Contest::firsts_surplus(int player) const {
    int surplus = 0;
    for (const auto& result : results_) {
        surplus += result.first == player;
        surplus -= result.second == player;
    }
    return surplus;
}

std::pair<int, int> Contest::with_sides(int a, int b) const {
    const int surplus_a = firsts_surplus(a), surplus_b = firsts_surplus(b);
    if (surplus_a != surplus_b) return surplus_a < surplus_b ? std::pair(a, b) : std::pair(b, a);
    // Nothing speaks for either: in turn from round to round.
    return round_ % 2 == 0 ? std::pair(a, b) : std::pair(b, a);
}

Contest::Pair* Contest::pair_of(int a, int b) {
    const auto found = std::ranges::find_if(pairs_, [&](const Pair& pair) {
        return pair.state != Pair::State::done &&
               std::minmax(pair.first, pair.second) == std::minmax(a, b);
    });
    return found == pairs_.end() ? nullptr : &*found;
}

tournament::Table Contest::table() const {
    const bool all_meet = settings_.kind == ContestKind::round_robin;
    return tournament::make_table(
        static_cast<int>(players_.size()), results_, byes_,
        all_meet ? tournament::TieBreaks::direct_first : tournament::TieBreaks::buchholz_first);
}

Json Contest::to_short_json() const {
    Json json = to_json();
    for (const char* part : {"table", "crosstable", "games", "ladder"}) json.erase(part);
    json["players"] = players_.size();
    return json;
}

Json Contest::to_json() const {
    constexpr std::array stages{"open", "running", "over"};
    constexpr double half = 0.5, quarter = 0.25;
    const tournament::Table standing = table();
    Json rows = Json::array(), crosstable = Json::array();
    for (const auto& row : standing.rows) {
        rows.push_back({{"rank", row.rank},
                        {"player", name(row.player)},
                        {"points", half * row.half_points},
                        {"wins", row.wins},
                        {"draws", row.draws},
                        {"losses", row.losses},
                        {"byes", row.byes},
                        {"buchholz", half * row.buchholz},
                        {"sonnebornBerger", quarter * row.sonneborn_berger},
                        {"direct", half * row.direct},
                        {"left", has_left(row.player)}});
        Json line = Json::array();
        for (const auto& other : standing.rows) {
            const auto& cell = standing.crosstable[static_cast<std::size_t>(row.player)]
                                                  [static_cast<std::size_t>(other.player)];
            line.push_back(cell.games() == 0 ? Json() : Json(half * cell.half_points()));
        }
        crosstable.push_back(std::move(line));
    }
    Json json{{"name", settings_.name},
              {"kind", arena::to_string(settings_.kind)},
              {"organiser", settings_.organiser},
              {"game", settings_.terms.game},
              {"base", settings_.terms.base.count()},
              {"increment", settings_.terms.increment.count()},
              {"rated", settings_.terms.rated},
              {"stage", stages[static_cast<std::size_t>(stage_)]},
              {"round", round_},
              {"rounds", settings_.rounds},
              {"table", std::move(rows)},
              {"crosstable", std::move(crosstable)},
              {"games", games_}};
    if (ends_) json["ends"] = to_epoch(*ends_);
    if (settings_.kind == ContestKind::ladder) {
        json["ladder"] = Json::array();
        for (const int player : ladder_) json["ladder"].push_back(name(player));
    }
    return json;
}

}  // namespace kibitz::arena
