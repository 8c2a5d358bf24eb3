// What a player's file says of how it plays, as text: to remember it, and to see what has changed.
#pragma once

#include <map>
#include <string>

#include "players/settings.hpp"

namespace kibitz::players {

// Every key with its value, "human.vision.nodes" with "200", those that the file leaves to their
// defaults too. Without what does not change a move: name, description and ratings.
using PlayerKeys = std::map<std::string, std::string>;
PlayerKeys keys_of_play(const PlayerSettings& settings);

}  // namespace kibitz::players
