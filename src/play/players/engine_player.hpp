// The engine as a player, at full strength unless its settings limit it.
#pragma once

#include <memory>

#include "engine/core_path.hpp"
#include "engine/tablebase.hpp"
#include "players/player.hpp"
#include "players/settings.hpp"

namespace kibitz::players {

// The error is a text: threads or memory that cannot be had. Tablebases may be null.
std::expected<std::unique_ptr<Player>, std::string> make_engine_player(
    const EngineSettings& settings, const CorePath& path, Tablebase* tablebase);

}  // namespace kibitz::players
