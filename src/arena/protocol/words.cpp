#include "arena/protocol/words.hpp"

namespace kibitz::arena::protocol {

Json event_message(const GameId& id, const GameEvent& event) {
    Json json = to_json(event);
    json["clocks"] = {event.left[0].count(), event.left[1].count()};
    return {{"type", "event"}, {"game", id}, {"event", std::move(json)}};
}

Json state_message(const GameId& id, const LiveGame& game, Time now) {
    return {{"type", "state"}, {"game", id}, {"state", game.snapshot(now)}};
}

Json listing(const GameId& id, const GameSettings& settings) {
    return {{"id", id},
            {"game", settings.game},
            {"players", settings.players},
            {"base", settings.clock.base.count()},
            {"increment", settings.clock.increment.count()},
            {"rated", settings.rated},
            {"contest", settings.contest}};
}

}  // namespace kibitz::arena::protocol
