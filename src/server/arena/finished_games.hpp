// What memory holds of games that are over and count: summaries of the newest, and the ids of each
// player's games. All games are in the store.
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
    // So many are kept of each kind of game, of all players and of one.
    static constexpr std::size_t most_of_game = 500;
    // That are listed; their ids are all kept, for the player's own export.
    static constexpr std::size_t most_of_player = 50;

    void add(const GameSummary& game);
    // Follows the renaming of a player; nobody had the new name.
    void rename(const std::string& from, const std::string& to);
    // Hides the names of players whose data is gone.
    void conceal(const Renames& shown);
    void serialise(Serialiser& s);

    // They are in the order in which they ended.
    [[nodiscard]] const std::deque<GameSummary>& of(std::string_view game) const;
    // The newest of a player.
    [[nodiscard]] std::vector<GameId> of(std::string_view game, std::string_view player) const;
    // Returns all of a player, of all kinds.
    [[nodiscard]] std::vector<GameId> all_of(std::string_view player) const;

   private:
    std::map<std::string, std::deque<GameSummary>, std::less<>> newest_;
    // The key is player and game: this grows for ever, by 8 bytes a game for each of its players.
    std::map<std::pair<std::string, std::string>, std::vector<std::uint64_t>> of_players_;
};

}  // namespace kibitz::arena
