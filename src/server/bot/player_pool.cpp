#include "bot/player_pool.hpp"

#include <algorithm>
#include <functional>

namespace kibitz::bot {

PlayerThread& PlayerPool::player_for(const std::string& game) {
    std::unique_ptr<PlayerThread>& player = players_[game];
    if (player) return *player;
    const auto free = std::ranges::find_if(free_, [](const auto& one) { return !one->is_busy(); });
    if (free == free_.end()) {
        player = std::make_unique<PlayerThread>(make_player_);
    } else {
        player = std::move(*free);
        free_.erase(free);
    }
    player->new_game(std::hash<std::string>()(game));
    return *player;
}

void PlayerPool::forget(const std::string& game) {
    auto player = players_.extract(game);
    if (!player) return;
    player.mapped()->give_up();
    free_.push_back(std::move(player.mapped()));
}

bool PlayerPool::is_thinking() const {
    const auto is_busy = [](const auto& player) { return player->is_busy(); };
    return std::ranges::any_of(free_, is_busy) ||
           std::ranges::any_of(players_,
                               [&](const auto& player) { return is_busy(player.second); });
}

}  // namespace kibitz::bot
