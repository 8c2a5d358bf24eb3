// Human-like levels and characters as players: decide() with a clock and the patience to wait.
#pragma once

#include <memory>

#include "engine/core_path.hpp"
#include "players/player.hpp"
#include "players/settings.hpp"

namespace kibitz::players {

// A game's number is the seed of its blind spots, moods and errors.
std::unique_ptr<Player> make_human_player(const HumanSettings& settings, const CorePath& path);

}  // namespace kibitz::players
