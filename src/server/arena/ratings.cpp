#include "arena/ratings.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "arena/points.hpp"
#include "arena/serialiser.hpp"

namespace kibitz::statistics {

// Found by the type that they serialise.
void serialise(arena::Serialiser& s, Glicko2& rating) {
    auto& [value, deviation, volatility] = rating;
    s(value, deviation, volatility);
}

void serialise(arena::Serialiser& s, PairingResult& result) {
    // Nobody in an arena has an advantage, so snapshots do not have it either.
    auto& [first, second, games, score, observed_variance, advantage] = result;
    s(first, second, games, score, observed_variance);
}

}  // namespace kibitz::statistics

namespace kibitz::arena {

void Ratings::add(const GameSummary& game) {
    if (!game.rated || game.ending == Ending::aborted) return;
    if (was_left_by_both(game.ending, game.winner)) return;
    auto& players = by_game_[game.game];
    std::array<Entry*, 2> entries{&players[game.players[0]], &players[game.players[1]]};
    std::array<statistics::Glicko2, 2> before;
    for (const Side side : {Side::first, Side::second})
        before[index(side)] = at(game.game, game.players[index(side)], game.ended);
    before_[number_of(game.id)] = of_both(game.game, game.players, game.ended);
    for (const Side side : {Side::first, Side::second}) {
        const double score = half_points(game.winner, side) / 2.0;
        const statistics::Glicko2Result result{before[index(~side)], score};
        Entry& entry = *entries[index(side)];
        entry.rating = rated(before[index(side)], std::span(&result, 1));
        entry.last = game.ended;
        ++entry.games;
    }
}

void Ratings::rename(const std::string& from, const std::string& to) {
    for (auto& [game, players] : by_game_) {
        auto entry = players.extract(from);
        if (!entry) continue;
        entry.key() = to;
        players.insert(std::move(entry));
    }
}

statistics::Glicko2 Ratings::at(std::string_view game, std::string_view player, Time now) const {
    const auto& players = of(game);
    const auto found = players.find(player);
    if (found == players.end() || found->second.games == 0) return {};
    using Days = std::chrono::duration<double, std::chrono::days::period>;
    const double rest = std::max(0.0, Days(now - found->second.last) / Days(period));
    return rested(found->second.rating, rest);
}

Ratings::OfBoth Ratings::of_both(std::string_view game, const std::array<std::string, 2>& players,
                                 Time now) const {
    const auto rounded = [&](const std::string& player) {
        return static_cast<int>(std::lround(at(game, player, now).rating));
    };
    return {rounded(players[0]), rounded(players[1])};
}

std::optional<Ratings::OfBoth> Ratings::before(std::string_view id) const {
    const auto found = before_.find(number_of(id));
    return found == before_.end() ? std::nullopt : std::optional(found->second);
}

int Ratings::games(std::string_view game, std::string_view player) const {
    const auto& players = of(game);
    const auto found = players.find(player);
    return found == players.end() ? 0 : found->second.games;
}

const std::map<std::string, Ratings::Entry, std::less<>>& Ratings::of(std::string_view game) const {
    static const std::map<std::string, Entry, std::less<>> none;
    const auto found = by_game_.find(game);
    return found == by_game_.end() ? none : found->second;
}

void Ratings::Entry::serialise(Serialiser& s) {
    auto& [value, count, time] = *this;
    s(value, count, time);
}

void Ratings::serialise(Serialiser& s) {
    auto& [by_game, before] = *this;
    s(by_game, before);
}

void Version::serialise(Serialiser& s) {
    auto& [name, said] = *this;
    s(name, said);
}

void Results::OfGame::serialise(Serialiser& s) {
    auto& [all, their_numbers, all_meetings] = *this;
    s(all, their_numbers, all_meetings);
}

void Results::serialise(Serialiser& s) {
    auto& [by_game] = *this;
    s(by_game);
}

int Results::OfGame::number_of(const Version& player) {
    const auto [found, is_new] = numbers.emplace(player, static_cast<int>(players.size()));
    if (is_new) players.push_back(player);
    return found->second;
}

void Results::add(const GameSummary& game) {
    if (!game.rated || game.ending == Ending::aborted) return;
    if (was_left_by_both(game.ending, game.winner)) return;
    OfGame& known = by_game_[game.game];
    const int first = known.number_of({game.players[0], game.versions[0]}),
              second = known.number_of({game.players[1], game.versions[1]});
    const double score = half_points(game.winner, Side::first) / 2.0;
    const std::pair pair = std::minmax({first, second});
    auto& meeting = known.meetings[pair];
    std::tie(meeting.first, meeting.second) = pair;
    meeting.games += 1;
    meeting.score += first < second ? score : 1 - score;
}

void Results::rename(const std::string& from, const std::string& to) {
    for (auto& [game, known] : by_game_) {
        for (Version& one : known.players) {
            if (one.player != from) continue;
            auto number = known.numbers.extract(one);
            one.player = to;
            number.key() = one;
            known.numbers.insert(std::move(number));
        }
    }
}

Results::Table Results::of(std::string_view game,
                           const std::function<bool(const std::string&)>& is_wanted) const {
    Table table;
    const auto found = by_game_.find(game);
    if (found == by_game_.end()) return table;
    const auto& [players, numbers, meetings] = found->second;
    std::vector<bool> wanted;
    for (const Version& one : players) wanted.push_back(is_wanted(one.player));
    std::vector<int> places(players.size(), -1);
    const auto take_place = [&](int number) {
        int& place = places[static_cast<std::size_t>(number)];
        if (place < 0) {
            place = static_cast<int>(table.players.size());
            table.players.push_back(players[static_cast<std::size_t>(number)]);
        }
        return place;
    };
    for (const auto& [pair, meeting] : meetings) {
        if (!wanted[static_cast<std::size_t>(pair.first)] ||
            !wanted[static_cast<std::size_t>(pair.second)])
            continue;
        table.meetings.push_back(meeting);
        table.meetings.back().first = take_place(pair.first);
        table.meetings.back().second = take_place(pair.second);
    }
    return table;
}

std::vector<BatchRating> batch_ratings(const Results::Table& results) {
    std::vector<BatchRating> ratings;
    for (const Version& player : results.players) ratings.push_back({.player = player});
    for (const auto& meeting : results.meetings)
        for (const int player : {meeting.first, meeting.second})
            ratings[static_cast<std::size_t>(player)].games += static_cast<int>(meeting.games);
    const auto computed =
        statistics::bradley_terry(static_cast<int>(ratings.size()), results.meetings);
    for (std::size_t i = 0; i < ratings.size(); ++i) {
        ratings[i].elo = computed[i].elo;
        ratings[i].margin = computed[i].margin;
    }
    std::ranges::sort(ratings, std::ranges::greater(), &BatchRating::elo);
    return ratings;
}

}  // namespace kibitz::arena
