#include "arena/finished_games.hpp"

#include <iterator>

#include "arena/serialiser.hpp"

namespace kibitz::arena {

void FinishedGames::add(const GameSummary& game) {
    auto& newest = newest_[game.game];
    newest.push_back(game);
    if (newest.size() > most_of_game) newest.pop_front();
    for (const std::string& player : game.players) {
        auto& last = of_players_[{player, game.game}];
        last.push_back(game.id);
        if (last.size() > most_of_player) last.erase(last.begin());
    }
}

void FinishedGames::rename(const std::string& from, const std::string& to) {
    for (auto at = of_players_.lower_bound({from, ""});
         at != of_players_.end() && at->first.first == from;) {
        auto games = of_players_.extract(at++);
        games.key().first = to;
        of_players_.insert(std::move(games));
    }
}

void FinishedGames::serialise(Serialiser& s) {
    auto& [newest, of_players] = *this;
    s(newest, of_players);
}

const std::deque<GameSummary>& FinishedGames::of(std::string_view game) const {
    static const std::deque<GameSummary> none;
    const auto found = newest_.find(game);
    return found == newest_.end() ? none : found->second;
}

std::vector<GameId> FinishedGames::of(std::string_view game, std::string_view player) const {
    const auto found = of_players_.find({std::string(player), std::string(game)});
    return found == of_players_.end() ? std::vector<GameId>() : found->second;
}

}  // namespace kibitz::arena
