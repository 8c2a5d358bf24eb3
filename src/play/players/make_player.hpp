// Making a player from its settings.
#pragma once

#include <expected>
#include <functional>
#include <memory>
#include <string>

#include "engine/core_path.hpp"
#include "engine/tablebase.hpp"
#include "players/player.hpp"
#include "players/settings.hpp"

namespace kibitz::players {

// What players use that is not theirs.
struct PlayerResources {
    const CorePath& path;
    Tablebase* tablebase = nullptr;  // for the engine alone
    // Starts other people's engines: uci/external_player.hpp has it, which stands above this
    // module.
    std::function<std::expected<std::unique_ptr<Player>, std::string>(const ExternalSettings&)>
        make_external{};
};

// The best CPU path, no tablebases, no engines of other people.
PlayerResources default_resources();

// The error says what could not be had.
std::expected<std::unique_ptr<Player>, std::string> make_player(const PlayerSettings& settings,
                                                                const PlayerResources& resources);

}  // namespace kibitz::players
