// A player that plays any legal move: the foot of every rating list.
#pragma once

#include <memory>

#include "players/player.hpp"
#include "players/settings.hpp"

namespace kibitz::players {

std::unique_ptr<Player> make_random_player(const RandomSettings& settings);

}  // namespace kibitz::players
