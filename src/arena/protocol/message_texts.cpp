#include "arena/protocol/message_texts.hpp"

#include <cmath>

namespace kibitz::arena::protocol {

Json to_json(const Offer& offer) {
    Json json{{"id", offer.id},
              {"kind", to_string(offer.kind)},
              {"from", offer.from},
              {"rating", std::lround(offer.rating)},
              {"game", offer.terms.game},
              {"setup", offer.terms.setup},
              {"base", offer.terms.base.count()},
              {"increment", offer.terms.increment.count()},
              {"rated", offer.terms.rated},
              {"side", side_json(offer.side)}};
    if (offer.kind == Offer::Kind::challenge) json["to"] = offer.to;
    return json;
}

Json event_message(const GameId& id, const GameEvent& event) {
    Json json = to_json(event);
    json["clocks"] = {event.left[0].count(), event.left[1].count()};
    return {{"type", "event"}, {"game", id}, {"event", std::move(json)}};
}

std::string event_text(const GameId& id, const GameEvent& event, std::string_view fact) {
    fact.remove_prefix(1);  // the bracket, which the clocks follow
    return R"({"event":{"clocks":[)" + std::to_string(event.left[0].count()) + "," +
           std::to_string(event.left[1].count()) + "]," + std::string(fact) + R"(,"game":)" +
           Json(id).dump() + R"(,"type":"event"})";
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
