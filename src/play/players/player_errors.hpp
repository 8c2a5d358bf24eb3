// The errors that every kind of player has.
#pragma once

#include <expected>

#include "players/player.hpp"

namespace kibitz::players {

inline std::unexpected<PlayerError> game_over() {
    return std::unexpected(PlayerError{PlayerError::Kind::game_over, "there is no legal move"});
}
inline std::unexpected<PlayerError> cancelled() {
    return std::unexpected(PlayerError{PlayerError::Kind::cancelled, "cancelled"});
}
inline std::unexpected<PlayerError> failed(std::string text) {
    return std::unexpected(PlayerError{PlayerError::Kind::failed, std::move(text)});
}

}  // namespace kibitz::players
