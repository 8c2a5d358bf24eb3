// A player of Kibitz (players/player.hpp) at the board of a match, in this process: no pipe, no
// second program.
#pragma once

#include <expected>
#include <memory>

#include "players/settings.hpp"
#include "uci/client/playing_engine.hpp"

namespace kibitz::match {

struct PlayerEngineSettings {
    bool at_human_pace = false;  // human-like players take their time
    bool chess960 = false;       // the notation of castling
};

// The fault says what could not be had.
std::expected<std::unique_ptr<uci_client::PlayingEngine>, uci_client::Fault> make_player_engine(
    const players::PlayerSettings& player, const PlayerEngineSettings& settings);

}  // namespace kibitz::match
