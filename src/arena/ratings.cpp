#include "arena/ratings.hpp"

#include <algorithm>

namespace kibitz::arena {

void Ratings::add(const GameSummary& game) {
    if (!game.rated || game.ending == Ending::aborted) return;
    auto& players = by_game_[game.game];
    std::array<Entry*, 2> entries{&players[game.players[0]], &players[game.players[1]]};
    std::array<tournament::Glicko2, 2> before;
    for (const Side side : {Side::first, Side::second})
        before[index(side)] = at(game.game, game.players[index(side)], game.ended);
    for (const Side side : {Side::first, Side::second}) {
        const double score = !game.winner ? 0.5 : game.winner == side ? 1 : 0;
        const tournament::Glicko2Result result{before[index(~side)], score};
        Entry& entry = *entries[index(side)];
        entry.rating = rated(before[index(side)], std::span(&result, 1));
        entry.last = game.ended;
        ++entry.games;
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

}  // namespace kibitz::arena
