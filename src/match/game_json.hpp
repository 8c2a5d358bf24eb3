// Games as JSON: what a journal keeps of them and what the event stream tells.
#pragma once

#include <expected>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "match/game.hpp"
#include "match/runner.hpp"
#include "match/schedule.hpp"

namespace kibitz::match {

// Everything there is to know: from it the game comes back exactly as it was.
nlohmann::json to_json(const GameTask& task, const PlayedGame& game);

// The error says which part is missing or wrong.
std::expected<ReplayedGame, std::string> game_from_json(const nlohmann::json& json);

}  // namespace kibitz::match
