// The messages that the server sends in the arena's own protocol.
#pragma once

#include "arena/hall.hpp"
#include "arena/offers.hpp"

namespace kibitz::arena::protocol {

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
