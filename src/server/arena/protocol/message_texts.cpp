#include "arena/protocol/message_texts.hpp"

#include <cmath>

#include "arena/fields.hpp"

namespace kibitz::arena::protocol {

std::string reply_text(const std::expected<Json, Refusal>& answer,
                       const std::optional<std::int64_t>& id) {
    // To a move, which is by far the most frequent message.
    if (answer && answer->empty())
        return (id ? R"({"id":)" + std::to_string(*id) + "," : std::string("{")) +
               R"("type":"ok"})";
    Json reply = answer ? *answer : error_json(answer.error());
    if (!answer)
        reply["type"] = "error";
    else if (!reply.contains("type"))
        reply["type"] = "ok";
    if (id) reply["id"] = *id;
    return reply.dump();
}

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
    std::string text = R"({"event":{"clocks":[)";
    text += std::to_string(event.left[0].count());
    text += ',';
    text += std::to_string(event.left[1].count());
    text += "],";
    text += fact;
    text += R"(,"game":")";
    text += id;  // hexadecimal digits
    text += R"(","type":"event"})";
    return text;
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
