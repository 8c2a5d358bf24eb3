// The classic computer player behind the interface that all players have.
#pragma once

#include <memory>

#include "classic/settings.hpp"
#include "players/player.hpp"

namespace kibitz::players {

// The error says which setting is out of its range.
std::expected<std::unique_ptr<Player>, std::string> make_classic_player(
    const ClassicSettings& settings);

}  // namespace kibitz::players
