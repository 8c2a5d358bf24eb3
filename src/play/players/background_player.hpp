// BackgroundPlayer: a player that thinks on a thread of its own.
#pragma once

#include <expected>
#include <functional>
#include <memory>
#include <thread>

#include "players/player.hpp"

namespace kibitz::players {

class BackgroundPlayer {
   public:
    using OnChoice = std::function<void(const std::expected<Choice, PlayerError>&)>;

    explicit BackgroundPlayer(std::unique_ptr<Player> player) : player_(std::move(player)) {}
    // Cancels.
    ~BackgroundPlayer() { cancel(); }

    // Begins to think and returns at once; a search still under way is cancelled. The functions are
    // called on another thread and must not call this object.
    void think(Line game, const Limits& limits, bool at_human_pace, OnProgress on_progress,
               const OnChoice& done);
    // Ends the thinking; `done` has been called, with Kind::cancelled, when this returns.
    void cancel();
    // Returns when `done` has been called.
    void wait();
    // The player at rest.
    [[nodiscard]] Player& player() { return *player_; }

   private:
    std::unique_ptr<Player> player_;
    std::jthread thread_;
};

}  // namespace kibitz::players
