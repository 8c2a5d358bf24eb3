// The players of a match as they were when it began: one that has changed is another player.
#pragma once

#include <expected>
#include <map>
#include <optional>
#include <span>
#include <string>

#include "match/arguments.hpp"
#include "players/player_keys.hpp"

namespace kibitz::match {

// The key is what follows "player=".
using PlayerRecord = std::map<std::string, players::PlayerKeys>;

// The record has all players of our own that the options name.
std::expected<PlayerRecord, std::string> record_players(
    std::span<const ArgumentGroup> groups, const PlayerFinder& find = players::find_player);

// Which player plays differently now, in words with what to do; nothing if none does. Keys that
// only one of the two has are of another version of the program, and players not in `before` of a
// journal from before they were recorded: both are let pass.
std::optional<std::string> find_change(const PlayerRecord& before, const PlayerRecord& now);

}  // namespace kibitz::match
