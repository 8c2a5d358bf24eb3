// The messages that the server sends in the arena's own protocol.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "arena/hall.hpp"
#include "arena/offers.hpp"

namespace kibitz::arena::protocol {

// The answer to a message, whose id it has: {"type": "ok", "id": 7}, or an error.
std::string reply_text(const std::expected<Json, Refusal>& answer,
                       const std::optional<std::int64_t>& id);
// {"type": "event", "game": id, "event": {...}}; the event has both clocks.
Json event_message(const GameId& id, const GameEvent& event);
// The same as text, made from the text that to_json(event) has in the log.
std::string event_text(const GameId& id, const GameEvent& event, std::string_view fact);
// {"type": "state", "game": id, "state": {...}}
Json state_message(const GameId& id, const LiveGame& game, Time now);
Json to_json(const Offer& offer);
// A game being played in short, for a list of them.
Json listing(const GameId& id, const GameSettings& settings);

}  // namespace kibitz::arena::protocol
