// A player of Kibitz (players/player.hpp) at the board of a match, in this process: no pipe, no
// second program.
#pragma once

#include <expected>
#include <memory>

#include "players/settings.hpp"
#include "uci/client/playing_engine.hpp"

namespace kibitz::match {

// At a human pace, human-like players take the time that a human would. The fault names what
// is missing.
std::expected<std::unique_ptr<uci_client::PlayingEngine>, uci_client::Fault> make_player_engine(
    const players::PlayerSettings& player, bool at_human_pace);

}  // namespace kibitz::match
