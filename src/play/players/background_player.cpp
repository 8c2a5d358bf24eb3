#include "players/background_player.hpp"

#include <system_error>
#include <utility>

namespace kibitz::players {

void BackgroundPlayer::think(Line game, const Limits& limits, bool at_human_pace,
                             OnProgress on_progress, const OnChoice& done) {
    cancel();
    auto work = [this, game = std::move(game), limits, at_human_pace,
                 on_progress = std::move(on_progress), done](std::stop_token stop) {
        done(player_->choose({game, limits, at_human_pace}, on_progress, std::move(stop)));
    };
    try {
        thread_ = std::jthread(std::move(work));
    } catch (const std::system_error& error) {
        done(std::unexpected(PlayerError{PlayerError::Kind::failed, error.what()}));
    }
}

void BackgroundPlayer::cancel() {
    thread_.request_stop();
    wait();
}

void BackgroundPlayer::wait() {
    if (thread_.joinable()) thread_.join();
}

}  // namespace kibitz::players
