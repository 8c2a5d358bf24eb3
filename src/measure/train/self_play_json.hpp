// The settings of self-play as JSON: in the files of runs, and in what a laboratory sends its
// workers.
#pragma once

#include <expected>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "train/self_play.hpp"

namespace kibitz::train {

// Of the openings, only their number is in it.
nlohmann::ordered_json to_json(const SelfPlaySettings& settings);

// The result has no openings. The error names what is missing or out of its range.
std::expected<SelfPlaySettings, std::string> self_play_from_json(const nlohmann::json& json);

}  // namespace kibitz::train
