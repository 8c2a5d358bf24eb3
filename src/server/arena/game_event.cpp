#include "arena/game_event.hpp"

#include <algorithm>

#include "arena/fields.hpp"

namespace kibitz::arena {

namespace {

constexpr int number_of(Side side) { return static_cast<int>(side); }

std::optional<Side> side_of(const Json& json, std::string_view name = "side") {
    const auto number = integer_field(json, name);
    if (number != 0 && number != 1) return std::nullopt;
    return static_cast<Side>(*number);
}

Json to_json(const GameSettings& settings) {
    Json json{{"game", settings.game},
              {"setup", settings.setup},
              {"players", settings.players},
              {"base", settings.clock.base.count()},
              {"increment", settings.clock.increment.count()},
              {"perMove", settings.clock.per_move},
              {"lagCredit", settings.clock.most_lag_credit.count()},
              {"awayLimit", settings.away_limit.count()},
              {"mostFaults", settings.most_faults},
              {"rated", settings.rated},
              {"classic", settings.is_classic},
              {"contest", settings.contest}};
    if (settings.versions != std::array<std::string, 2>()) json["versions"] = settings.versions;
    return json;
}

bool is_pair_of_texts(const Json& json) {
    return json.is_array() && json.size() == 2 && json[0].is_string() && json[1].is_string();
}

std::optional<GameFact> started_of(const Json& json) {
    Started started;
    GameSettings& settings = started.settings;
    const auto game = text_field(json, "game"), contest = text_field(json, "contest");
    const auto base = integer_field(json, "base"), increment = integer_field(json, "increment"),
               lag = integer_field(json, "lagCredit"), away = integer_field(json, "awayLimit"),
               faults = integer_field(json, "mostFaults");
    const auto per_move = truth_field(json, "perMove"), rated = truth_field(json, "rated"),
               classic = truth_field(json, "classic");
    const Json* players = field(json, "players");
    const Json* setup = field(json, "setup");
    if (!game || !contest || !base || !increment || !lag || !away || !faults || !per_move ||
        !rated || !classic || !setup || !players || !is_pair_of_texts(*players))
        return std::nullopt;
    const Json* versions = field(json, "versions");
    if (versions && !is_pair_of_texts(*versions)) return std::nullopt;
    if (versions) settings.versions = *versions;
    settings.game = *game;
    settings.setup = *setup;
    settings.players = *players;
    settings.clock = {.base = Milliseconds(*base),
                      .increment = Milliseconds(*increment),
                      .per_move = *per_move,
                      .most_lag_credit = Milliseconds(*lag)};
    settings.away_limit = Milliseconds(*away);
    settings.most_faults = static_cast<int>(*faults);
    settings.rated = *rated;
    settings.is_classic = *classic;
    settings.contest = *contest;
    return started;
}

// Each fact as JSON without its number and time.
struct Writer {
    Json operator()(const Started& fact) const {
        Json json = to_json(fact.settings);
        json["type"] = "start";
        return json;
    }
    Json operator()(const Moved& fact) const {
        // The most frequent fact by far: a list in braces would copy each value twice.
        Json json = Json::object();
        json.emplace("type", "move");
        json.emplace("side", number_of(fact.side));
        json.emplace("move", fact.move);
        json.emplace("used", fact.used.count());
        return json;
    }
    Json operator()(const Faulted& fact) const { return sided("fault", fact.side); }
    Json operator()(const DrawOffered& fact) const { return sided("drawOffered", fact.side); }
    Json operator()(const DrawDeclined& fact) const { return sided("drawDeclined", fact.side); }
    Json operator()(const TakebackAsked& fact) const { return sided("takebackAsked", fact.side); }
    Json operator()(const TakebackDeclined& fact) const {
        return sided("takebackDeclined", fact.side);
    }
    Json operator()(const TakenBack& fact) const {
        Json json = sided("takenBack", fact.side);
        json["plies"] = fact.plies;
        return json;
    }
    Json operator()(const TimeGiven& fact) const {
        Json json = sided("timeGiven", fact.side);
        json["given"] = fact.time.count();
        return json;
    }
    Json operator()(const Disconnected& fact) const { return sided("disconnected", fact.side); }
    Json operator()(const Reconnected& fact) const { return sided("connected", fact.side); }
    Json operator()(const Paused&) const { return {{"type", "paused"}}; }
    Json operator()(const Resumed&) const { return {{"type", "resumed"}}; }
    Json operator()(const Chatted& fact) const {
        return {{"type", "chat"}, {"player", fact.player}, {"text", fact.text}};
    }
    Json operator()(const Ended& fact) const {
        return {{"type", "end"},
                {"ending", to_string(fact.ending)},
                {"winner", fact.winner ? Json(number_of(*fact.winner)) : Json()},
                {"reason", fact.reason}};
    }

    static Json sided(const char* type, Side side) {
        return {{"type", type}, {"side", number_of(side)}};
    }
};

std::optional<GameFact> ended_of(const Json& json) {
    const auto ending = text_field(json, "ending"), reason = text_field(json, "reason");
    if (!ending || !reason) return std::nullopt;
    const auto named = std::ranges::find(ending_names, *ending);
    if (named == ending_names.end()) return std::nullopt;
    return Ended{static_cast<Ending>(named - ending_names.begin()), side_of(json, "winner"),
                 *reason};
}

std::optional<GameFact> moved_of(const Json& json) {
    const auto side = side_of(json);
    const Json* move = field(json, "move");
    const auto used = integer_field(json, "used");
    if (!side || !move || !used) return std::nullopt;
    return Moved{*side, *move, Milliseconds(*used)};
}

// More than two plies are never taken back at once: the opponent's reply, and the move itself.
constexpr std::int64_t most_plies_taken_back = 2;

std::optional<GameFact> taken_back_of(const Json& json) {
    const auto side = side_of(json);
    const auto plies = integer_field(json, "plies");
    if (!side || !plies || *plies < 1 || *plies > most_plies_taken_back) return std::nullopt;
    return TakenBack{*side, static_cast<int>(*plies)};
}

std::optional<GameFact> time_given_of(const Json& json) {
    constexpr std::int64_t most_at_once = 86'400'000;  // a day: a log may be damaged
    const auto side = side_of(json);
    const auto time = integer_field(json, "given");
    if (!side || !time || *time <= 0 || *time > most_at_once) return std::nullopt;
    return TimeGiven{*side, Milliseconds(*time)};
}

template <class Fact>
std::optional<GameFact> sided_of(const Json& json) {
    const auto side = side_of(json);
    if (!side) return std::nullopt;
    return Fact{*side};
}

std::optional<GameFact> fact_of(const std::string& type, const Json& json) {
    if (type == "start") return started_of(json);
    if (type == "move") return moved_of(json);
    if (type == "fault") return sided_of<Faulted>(json);
    if (type == "drawOffered") return sided_of<DrawOffered>(json);
    if (type == "drawDeclined") return sided_of<DrawDeclined>(json);
    if (type == "takebackAsked") return sided_of<TakebackAsked>(json);
    if (type == "takebackDeclined") return sided_of<TakebackDeclined>(json);
    if (type == "takenBack") return taken_back_of(json);
    if (type == "timeGiven") return time_given_of(json);
    if (type == "disconnected") return sided_of<Disconnected>(json);
    if (type == "connected") return sided_of<Reconnected>(json);
    if (type == "paused") return Paused{};
    if (type == "resumed") return Resumed{};
    if (type == "end") return ended_of(json);
    if (type == "chat") {
        const auto player = text_field(json, "player"), text = text_field(json, "text");
        if (player && text) return Chatted{*player, *text};
    }
    return std::nullopt;
}

}  // namespace

void conceal(GameEvent& event, const Renames& shown) {
    if (auto* started = std::get_if<Started>(&event.fact)) {
        for (std::string& player : started->settings.players) player = name_shown(shown, player);
    } else if (auto* chat = std::get_if<Chatted>(&event.fact);
               chat && shown.contains(chat->player)) {
        chat->player = name_shown(shown, chat->player);
        chat->text.clear();
    }
}

std::vector<const GameEvent*> moves_that_stand(const std::vector<GameEvent>& events) {
    std::vector<const GameEvent*> moves;
    for (const GameEvent& event : events)
        if (std::holds_alternative<Moved>(event.fact))
            moves.push_back(&event);
        else if (const auto* back = std::get_if<TakenBack>(&event.fact))
            moves.resize(moves.size() -
                         std::min(moves.size(), static_cast<std::size_t>(back->plies)));
    return moves;
}

Json side_json(std::optional<Side> side) { return side ? Json(index(*side)) : Json(); }

Json to_json(const GameEvent& event) {
    Json json = std::visit(Writer{}, event.fact);
    json["number"] = event.number;
    json["time"] = to_epoch(event.time);
    return json;
}

std::optional<GameEvent> game_event_of(const Json& json) {
    const auto type = text_field(json, "type");
    const auto number = integer_field(json, "number"), time = integer_field(json, "time");
    if (!type || !number || !time) return std::nullopt;
    auto fact = fact_of(*type, json);
    if (!fact) return std::nullopt;
    return GameEvent{static_cast<int>(*number), from_epoch(*time), *std::move(fact)};
}

}  // namespace kibitz::arena
