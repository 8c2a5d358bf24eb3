#include "arena/contests/contest.hpp"

#include <algorithm>
#include <bit>

#include "arena/names.hpp"
#include "arena/points.hpp"
#include "tournament/round_robin.hpp"
#include "tournament/swiss.hpp"

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
    if (settings.kind == ContestKind::meetings)
        return Refusal{ErrorCode::bad_contest_kind, contest_kinds_text};
    if (settings.rounds < 1 || settings.rounds > most_rounds)
        return Refusal{ErrorCode::bad_rounds, "rounds are 1 to 100"};
    if (settings.is_timed() && (settings.length <= 0ms || settings.length > longest_contest))
        return Refusal{ErrorCode::bad_length, "length is up to 30 days, in milliseconds"};
    return why_not_terms(settings.terms);
}

std::optional<Refusal> Contest::why_not_join(const std::string& player) const {
    if (stage_ == Stage::over) return Refusal{ErrorCode::contest_over, over_text};
    if (stage_ == Stage::running && !settings_.is_timed())
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
    last_opponent_.push_back(-1);
    reached_.push_back(0);
    colours_.emplace_back();
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
    if (settings_.kind == ContestKind::meetings) {
        for (const std::string& player : players) join(player);
        stage_ = Stage::running;
    }
    const int first = number_of(players[0]), second = number_of(players[1]);
    if (first < 0 || second < 0) return;
    Pair* pair = pair_of(first, second);
    if (!pair) pair = adopt(first, second);
    if (pair) pair->state = Pair::State::playing;
    playing_.insert({first, second});
    last_opponent_[at(first)] = second;
    last_opponent_[at(second)] = first;
}

// The log of an older version may have paired a round otherwise. What was played is the pairing
// then, and who is left without an opponent sits out.
Contest::Pair* Contest::adopt(int first, int second) {
    const bool is_knockout = settings_.kind == ContestKind::knockout;
    if (stage_ != Stage::running || (!is_knockout && settings_.kind != ContestKind::swiss))
        return nullptr;
    const auto is_either = [&](int player) { return player == first || player == second; };
    std::vector<int>& sitting_out = is_knockout ? going_on_ : byes_;
    std::erase_if(pairs_, [&](const Pair& pair) {
        const bool is_one = is_either(pair.first);
        if (pair.state != Pair::State::waiting || (!is_one && !is_either(pair.second)))
            return false;
        sitting_out.push_back(is_one ? pair.second : pair.first);
        return true;
    });
    const auto of_round = is_knockout ? 0 : static_cast<std::ptrdiff_t>(byes_before_);
    sitting_out.erase(std::remove_if(sitting_out.begin() + of_round, sitting_out.end(), is_either),
                      sitting_out.end());
    return &pairs_.emplace_back(Pair{.first = first, .second = second});
}

void Contest::game_ended(const GameSummary& game) {
    const int first = number_of(game.players[0]), second = number_of(game.players[1]);
    if (first < 0 || second < 0) return;
    for (const int player : {first, second})
        if (const auto one = playing_.find(player); one != playing_.end()) playing_.erase(one);
    // Bots may always meet again; until they do, that was it.
    if (settings_.kind == ContestKind::meetings && playing_.empty()) stage_ = Stage::over;
    Pair* pair = pair_of(first, second);
    if (game.ending == Ending::aborted) {
        // Nobody's fault: it is played again.
        if (pair) pair->state = Pair::State::waiting;
        drop_games_of_those_who_left();
        go_on();
        return;
    }
    add_result(game, first, second);
    if (settings_.kind == ContestKind::ladder && game.winner) {
        const bool is_first = *game.winner == Side::first;
        climb(is_first ? first : second, is_first ? second : first);
    }
    if (!pair) return;
    play_on(*pair, game);
    drop_games_of_those_who_left();
    go_on();
}

void Contest::add_result(const GameSummary& game, int first, int second) {
    results_.push_back({first, second, half_points(game.winner, Side::first),
                        was_left_by_both(game.ending, game.winner)});
    colours_[at(first)].add(true);
    colours_[at(second)].add(false);
    games_.push_back({{"id", game.id},
                      {"players", game.players},
                      {"round", round_},
                      {"winner", side_json(game.winner)},
                      {"ending", arena::to_string(game.ending)},
                      {"reason", game.reason}});
}

// In a knockout who wins goes on; after too many draws, the better seed; nobody where neither came.
void Contest::play_on(Pair& pair, const GameSummary& game) {
    pair.state = Pair::State::done;
    if (settings_.kind != ContestKind::knockout) return;
    if (game.winner) {
        going_on_.push_back(number_of(game.players[index(*game.winner)]));
    } else if (was_left_by_both(game.ending, game.winner)) {
        return;
    } else if (++pair.draws < most_draws) {
        pair.state = Pair::State::waiting;
        std::swap(pair.first, pair.second);
    } else {
        going_on_.push_back(std::min(pair.first, pair.second));
    }
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
        if (settings_.kind != ContestKind::knockout) continue;
        for (const int player : {pair.first, pair.second})
            if (!has_left(player)) going_on_.push_back(player);
    }
}

void Contest::go_on() {
    if (!settings_.has_rounds()) return;
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
        case ContestKind::arena:
        case ContestKind::meetings: break;  // they have no rounds
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
    for (const tournament::TableRow& row : table())
        if (!has_left(row.player))
            players.push_back(
                {row.player, row.half_points, row.byes > 0, colours_[at(row.player)]});
    if (players.size() < 2) return false;
    std::set<std::pair<int, int>> met;
    for (const auto& result : results_) met.insert(std::minmax(result.first, result.second));
    const tournament::SwissRound round = tournament::pair_swiss(players, met);
    std::vector<std::pair<int, int>> pairs;
    for (const auto& [a, b] : round.pairings) pairs.push_back(with_sides(a, b, pairs.size()));
    byes_before_ = byes_.size();
    if (round.bye) byes_.push_back(*round.bye);
    begin_round(std::move(pairs));
    return true;
}

bool Contest::next_knockout() {
    if (round_ > 0) survivors_ = std::exchange(going_on_, {});
    std::ranges::sort(survivors_);
    for (const int player : survivors_) reached_[at(player)] = round_ + 1;
    const std::size_t count = survivors_.size();
    if (count < 2) return false;
    // The best seeds sit out until the number is a power of two, which is in the first round; then
    // the best that is left meets the worst.
    const std::size_t byes = std::bit_ceil(count) - count;
    going_on_.assign(survivors_.begin(), survivors_.begin() + static_cast<std::ptrdiff_t>(byes));
    std::vector<std::pair<int, int>> pairs;
    for (std::size_t best = byes, worst = count - 1; best < worst; ++best, --worst)
        pairs.push_back(with_sides(survivors_[best], survivors_[worst], pairs.size()));
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
        for (const auto& row : table()) order.push_back(row.player);
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
            return active == 2 || last_opponent_[at(player)] != candidate;
        });
        if (other == order.end()) continue;
        pairs.push_back(with_sides(player, *other, pairs.size()));
        order.erase(other);
    }
    return pairs;
}

std::optional<Time> Contest::deadline() const {
    if (stage_ == Stage::open) return created_ + longest_open;
    return stage_ == Stage::running ? ends_ : std::nullopt;
}

// Games under way at the end still count.
void Contest::tick(Time now) {
    if (const auto due = deadline(); due && now >= *due) stage_ = Stage::over;
}

int Contest::number_of(const std::string& player) const {
    const auto found = std::ranges::find(players_, player);
    return found == players_.end() ? -1 : static_cast<int>(found - players_.begin());
}

std::pair<int, int> Contest::with_sides(int a, int b, std::size_t board) const {
    // Where nothing speaks for either, in turn from board to board and from round to round.
    const bool is_turn = (static_cast<std::size_t>(round_) + board) % 2 == 0;
    const bool is_first =
        tournament::Colours::first_for_a(colours_[at(a)], colours_[at(b)]).value_or(is_turn);
    return is_first ? std::pair(a, b) : std::pair(b, a);
}

Contest::Pair* Contest::pair_of(int a, int b) {
    const auto found = std::ranges::find_if(pairs_, [&](const Pair& pair) {
        return pair.state != Pair::State::done &&
               std::minmax(pair.first, pair.second) == std::minmax(a, b);
    });
    return found == pairs_.end() ? nullptr : &*found;
}

tournament::Table Contest::table() const {
    const bool all_meet =
        settings_.kind == ContestKind::round_robin || settings_.kind == ContestKind::meetings;
    tournament::Table rows = tournament::make_table(
        static_cast<int>(players_.size()), results_, byes_,
        all_meet ? tournament::TieBreaks::direct_first : tournament::TieBreaks::buchholz_first);
    if (settings_.kind != ContestKind::knockout) return rows;
    const auto reached = [this](const auto& row) { return reached_[at(row.player)]; };
    std::ranges::sort(rows, {},
                      [&](const auto& row) { return std::pair(-reached(row), row.player); });
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const bool level = i > 0 && reached(rows[i]) == reached(rows[i - 1]);
        rows[i].rank = level ? rows[i - 1].rank : static_cast<int>(i) + 1;
    }
    return rows;
}

std::optional<std::string> Contest::winner() const {
    const bool was_started = round_ > 0 || ends_;
    if (stage_ != Stage::over || !was_started) return std::nullopt;
    if (settings_.kind == ContestKind::ladder) return name(ladder_.front());
    const tournament::Table rows = table();
    if (rows.size() > 1 && rows[1].rank == 1) return std::nullopt;
    return name(rows.front().player);
}

Json Contest::head_json() const {
    constexpr std::array stages{"open", "running", "over"};
    Json json{{"name", settings_.name},
              {"kind", arena::to_string(settings_.kind)},
              {"organiser", settings_.organiser},
              {"game", settings_.terms.game},
              {"base", settings_.terms.base.count()},
              {"increment", settings_.terms.increment.count()},
              {"rated", settings_.terms.rated},
              {"stage", stages[static_cast<std::size_t>(stage_)]},
              {"round", round_},
              {"rounds", settings_.rounds}};
    if (ends_) json["ends"] = to_epoch(*ends_);
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
    if (settings_.kind == ContestKind::ladder) {
        json["ladder"] = Json::array();
        for (const int player : ladder_) json["ladder"].push_back(name(player));
    }
    return json;
}

}  // namespace kibitz::arena
