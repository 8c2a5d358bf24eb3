// Games as JSON: in a journal and in the event stream.
#pragma once

#include <expected>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "match/game.hpp"
#include "match/runner.hpp"
#include "match/schedule.hpp"

namespace kibitz::match {

// Everything that is known about a game, so that it can be restored exactly.
nlohmann::json to_json(const GameTask& task, const PlayedGame& game);

// The error names the part that is missing or wrong.
std::expected<ReplayedGame, std::string> game_from_json(const nlohmann::json& json);

}  // namespace kibitz::match
