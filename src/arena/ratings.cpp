#include "arena/ratings.hpp"

#include <algorithm>

#include "arena/points.hpp"
#include "tournament/bradley_terry.hpp"

namespace kibitz::arena {

void Ratings::add(const GameSummary& game) {
    if (!game.rated || game.ending == Ending::aborted) return;
    if (was_left_by_both(game.ending, game.winner)) return;
    auto& players = by_game_[game.game];
    std::array<Entry*, 2> entries{&players[game.players[0]], &players[game.players[1]]};
    std::array<tournament::Glicko2, 2> before;
    for (const Side side : {Side::first, Side::second})
        before[index(side)] = at(game.game, game.players[index(side)], game.ended);
    for (const Side side : {Side::first, Side::second}) {
        const double score = half_points(game.winner, side) / 2.0;
        const tournament::Glicko2Result result{before[index(~side)], score};
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

tournament::Glicko2 Ratings::at(std::string_view game, std::string_view player, Time now) const {
    const auto& players = of(game);
    const auto found = players.find(player);
    if (found == players.end() || found->second.games == 0) return {};
    using Days = std::chrono::duration<double, std::chrono::days::period>;
    const double rest = std::max(0.0, Days(now - found->second.last) / Days(period));
    return rested(found->second.rating, rest);
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

std::vector<BatchRating> batch_ratings(const std::vector<GameSummary>& games,
                                       const std::function<bool(const std::string&)>& is_rated) {
    std::map<std::string, int> numbers;
    std::vector<BatchRating> ratings;
    const auto number_of = [&](const std::string& player) {
        const auto [found, is_new] = numbers.emplace(player, static_cast<int>(ratings.size()));
        if (is_new) ratings.push_back({.player = player});
        return found->second;
    };
    std::map<std::pair<int, int>, tournament::PairingResult> results;
    for (const GameSummary& game : games) {
        if (!is_rated(game.players[0]) || !is_rated(game.players[1])) continue;
        if (was_left_by_both(game.ending, game.winner)) continue;
        const int a = number_of(game.players[0]), b = number_of(game.players[1]);
        const double first_score = half_points(game.winner, Side::first) / 2.0;
        auto& result = results[std::minmax(a, b)];
        result.first = std::min(a, b);
        result.second = std::max(a, b);
        result.games += 1;
        result.score += a < b ? first_score : 1 - first_score;
        for (const int player : {a, b}) ++ratings[static_cast<std::size_t>(player)].games;
    }
    std::vector<tournament::PairingResult> list;
    for (const auto& [pair, result] : results) list.push_back(result);
    const auto computed = tournament::bradley_terry(static_cast<int>(ratings.size()), list);
    for (std::size_t i = 0; i < ratings.size(); ++i) {
        ratings[i].elo = computed[i].elo;
        ratings[i].margin = computed[i].margin;
    }
    std::ranges::sort(ratings, std::ranges::greater(), &BatchRating::elo);
    return ratings;
}

}  // namespace kibitz::arena
