#include "arena/finished_games.hpp"

#include <algorithm>
#include <iterator>
#include <ranges>

#include "arena/serialiser.hpp"

namespace kibitz::arena {

void FinishedGames::add(const GameSummary& game) {
    auto& newest = newest_[game.game];
    newest.push_back(game);
    if (newest.size() > most_of_game) newest.pop_front();
    for (const std::string& player : game.players) {
        of_players_[{player, game.game}].push_back(number_of(game.id));
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

void FinishedGames::conceal(const Renames& shown) {
    for (auto& [game, newest] : newest_)
        for (GameSummary& summary : newest)
            for (std::string& player : summary.players) player = name_shown(shown, player);
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
    if (found == of_players_.end()) return {};
    const std::size_t older = found->second.size() - std::min(found->second.size(), most_of_player);
    std::vector<GameId> ids;
    for (const std::uint64_t number : found->second | std::views::drop(older))
        ids.push_back(id_of(number));
    return ids;
}

std::vector<GameId> FinishedGames::all_of(std::string_view player) const {
    std::vector<GameId> ids;
    const std::string name(player);
    for (auto at = of_players_.lower_bound({name, ""});
         at != of_players_.end() && at->first.first == name; ++at)
        for (const std::uint64_t number : at->second) ids.push_back(id_of(number));
    return ids;
}

}  // namespace kibitz::arena
