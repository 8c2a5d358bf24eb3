// What memory holds of games that are over and count: summaries of the newest, and the ids of each
// player's last ones. All games are in the store.
#pragma once

#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arena/game_summary.hpp"

namespace kibitz::arena {

class FinishedGames {
   public:
    // Of each kind of game, of all players and of one.
    static constexpr std::size_t most_of_game = 500;
    static constexpr std::size_t most_of_player = 50;

    void add(const GameSummary& game);
    // Of a player who was renamed; nobody had the new name.
    void rename(const std::string& from, const std::string& to);
    void serialise(Serialiser& s);

    // In the order in which they ended.
    [[nodiscard]] const std::deque<GameSummary>& of(std::string_view game) const;
    [[nodiscard]] std::vector<GameId> of(std::string_view game, std::string_view player) const;

   private:
    std::map<std::string, std::deque<GameSummary>, std::less<>> newest_;
    std::map<std::pair<std::string, std::string>, std::vector<GameId>> of_players_;  // and games
};

}  // namespace kibitz::arena
