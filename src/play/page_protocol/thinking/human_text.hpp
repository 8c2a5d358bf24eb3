// Human-like players as text: their settings and clock, and what they decide as JSON.
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "chess/outcome.hpp"
#include "engine/limits.hpp"
#include "players/human/decision.hpp"
#include "players/human/settings.hpp"

namespace kibitz::page_protocol {

// "vision.depth 3.3 overlook.chance 0.05": what differs from the defaults; true is 1.
std::expected<players::HumanSettings, std::string> parse_human_settings(std::string_view text);

// "60000 1000": milliseconds left and the increment; nothing for no clock.
Limits parse_human_clock(std::string_view text);

// {"move", "milliseconds", "depth", "nodes", "centipawns", "resigns"}; the last only if it is true.
std::string decision_text(const players::Decision& decision, const Line& line);

}  // namespace kibitz::page_protocol
