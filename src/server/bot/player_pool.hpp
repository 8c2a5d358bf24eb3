// PlayerPool: a player for each game under way, on a thread of its own. Those whose games are over
// play the next ones.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "bot/player_thread.hpp"

namespace kibitz::bot {

class PlayerPool {
   public:
    explicit PlayerPool(MakePlayer make_player) : make_player_(std::move(make_player)) {}

    // Of that game; a new one where it has none yet.
    PlayerThread& player_for(const std::string& game);
    [[nodiscard]] bool has(const std::string& game) const { return players_.contains(game); }
    // The result of its search is no longer wanted.
    void forget(const std::string& game);
    // Whether a player still thinks, for whom the destructor would wait.
    [[nodiscard]] bool is_thinking() const;

   private:
    const MakePlayer make_player_;
    std::map<std::string, std::unique_ptr<PlayerThread>> players_;
    std::vector<std::unique_ptr<PlayerThread>> free_;  // some still finish an old search
};

}  // namespace kibitz::bot
