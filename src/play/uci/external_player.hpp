// An external engine that speaks the UCI or the XBoard protocol, as a player (players/player.hpp).
#pragma once

#include <expected>
#include <memory>
#include <string>

#include "players/player.hpp"
#include "players/settings.hpp"

namespace kibitz {

// Starts the engine; an engine that dies later is started again for the next game. The thread that
// calls this has to outlive the player (see ChildProcess). A request to stop takes
// effect only when the engine has answered, so give it limits.
std::expected<std::unique_ptr<players::Player>, std::string> make_external_player(
    const players::ExternalSettings& settings);

}  // namespace kibitz
