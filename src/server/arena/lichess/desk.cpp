#include "arena/lichess/desk.hpp"

#include <algorithm>
#include <utility>

#include "arena/arena.hpp"
#include "arena/fields.hpp"

namespace kibitz::arena::lichess {

namespace {

std::string type_of(const Json& message) { return text_field(message, "type").value_or(""); }

bool is_challenge(const Json& offer) {
    return text_field(offer, "kind") == "challenge" &&
           is_played(text_field(offer, "game").value_or(""));
}

void ask_for_players(const Json& offer, Question& question) {
    if (!is_challenge(offer)) return;
    for (const char* who : {"from", "to"})
        if (const auto name = text_field(offer, who)) question.players.push_back(*name);
}

}  // namespace

Question question_of(const Json& message) {
    Question question;
    const std::string type = type_of(message);
    if (type == "welcome") {
        if (const auto name = text_field(message, "name")) question.players.push_back(*name);
        if (const Json* games = field(message, "games"))
            question.games = games->get<std::vector<GameId>>();
        if (const Json* offers = field(message, "offers"))
            for (const Json& offer : *offers) ask_for_players(offer, question);
    } else if (type == "offer") {
        if (const Json* offer = field(message, "offer")) ask_for_players(*offer, question);
    } else if (type == "event") {
        const Json* event = field(message, "event");
        if (!event || type_of(*event) != "start") return question;
        if (const Json* players = field(*event, "players"))
            question.players = players->get<std::vector<std::string>>();
    }
    return question;
}

Knowledge answer_of(const Arena& arena, const Question& question, Time now) {
    Knowledge knowledge{.time = now};
    const auto add = [&](const std::string& name) {
        knowledge.players.try_emplace(name, player_of(arena, name, now));
    };
    for (const std::string& name : question.players) add(name);
    for (const GameId& id : question.games) {
        const LiveGame* game = arena.hall().find(id);
        if (!game || !is_played(game->settings().game)) continue;
        knowledge.games.emplace(id, game->events());
        for (const std::string& name : game->settings().players) add(name);
    }
    return knowledge;
}

Lines Desk::receive(const Json& message, const Knowledge& knowledge) {
    Lines lines;
    for (const auto& [name, player] : knowledge.players) players_.insert_or_assign(name, player);
    const std::string type = type_of(message);
    const std::string offer_id = text_field(message, "offer").value_or("");
    if (type == "welcome")
        welcome(message, knowledge);
    else if (const Json* event = field(message, "event"); event && type == "event")
        on_event(text_field(message, "game").value_or(""), *event, lines);
    else if (const Json* offer = field(message, "offer"); offer && type == "offer")
        on_offer(*offer, lines);
    else if (type == "offerGone")
        end_challenge(offer_id, "challengeCanceled", "canceled", lines);
    else if (type == "declined")
        end_challenge(offer_id, "challengeDeclined", "declined", lines);
    return lines;
}

void Desk::welcome(const Json& message, const Knowledge& knowledge) {
    name_ = text_field(message, "name").value_or("");
    for (const auto& [id, events] : knowledge.games) begin(id, events);
    Lines nobody_listens_yet;
    if (const Json* offers = field(message, "offers"))
        for (const Json& offer : *offers) on_offer(offer, nobody_listens_yet);
}

void Desk::begin(const GameId& id, const std::vector<GameEvent>& events) {
    auto game = LiveGame::replay(events);
    if (!game || game->end()) return;
    const auto side = game->side_of(name_);
    if (side) games_.emplace(id, Table{*std::move(game), *side});
}

void Desk::on_event(const GameId& id, const Json& json, Lines& lines) {
    const auto event = game_event_of(json);
    if (!event) return;
    if (const auto* started = std::get_if<Started>(&event->fact)) {
        if (!is_played(started->settings.game)) return;
        challenges_.erase(id);  // a challenge that was accepted
        begin(id, {*event});
        const auto begun = games_.find(id);
        if (begun == games_.end()) return;
        const auto left = begun->second.game.left(event->time);
        lines.push_back({.text = line_of(game_event("gameStart", id, begun->second, left))});
        return;
    }
    const auto found = games_.find(id);
    if (found == games_.end()) return;
    Table& table = found->second;
    // What is known from the login comes again.
    const auto next = static_cast<int>(table.game.events().size()) + 1;
    if (event->number != next || !table.game.accept(*event)) return;
    const auto left = table.game.left(event->time);
    const GameFact& fact = event->fact;
    const auto tell = [&](const Json& line) {
        lines.push_back({.game = id, .text = line_of(line)});
    };
    if (std::holds_alternative<Moved>(fact) || std::holds_alternative<DrawOffered>(fact) ||
        std::holds_alternative<DrawDeclined>(fact) || std::holds_alternative<TakenBack>(fact) ||
        std::holds_alternative<TakebackAsked>(fact) ||
        std::holds_alternative<TakebackDeclined>(fact) || std::holds_alternative<TimeGiven>(fact) ||
        // Whoever is to move may have been refused meanwhile.
        std::holds_alternative<Resumed>(fact) || std::holds_alternative<Ended>(fact))
        tell(game_state(table.game, left));
    else if (const auto* chat = std::get_if<Chatted>(&fact))
        tell(chat_line(*chat));
    else if (const auto* gone = std::get_if<Disconnected>(&fact); gone && gone->side != table.side)
        tell(opponent_gone(true, table.game.settings().away_limit));
    else if (const auto* back = std::get_if<Reconnected>(&fact); back && back->side != table.side)
        tell(opponent_gone(false, table.game.settings().away_limit));
    if (!table.game.end()) return;
    lines.back().is_last = true;
    lines.push_back({.text = line_of(game_event("gameFinish", id, table, left))});
    games_.erase(found);
}

void Desk::on_offer(const Json& offer, Lines& lines) {
    if (!is_challenge(offer)) return;
    challenges_.insert_or_assign(text_field(offer, "id").value_or(""), offer);
    lines.push_back({.text = line_of(challenge_event(offer))});
}

Json Desk::send_challenge(const Json& offer, const Knowledge& knowledge, Lines& lines) {
    for (const auto& [name, player] : knowledge.players) players_.insert_or_assign(name, player);
    on_offer(offer, lines);
    return challenge(offer, players_, "created", name_, site_);
}

void Desk::end_challenge(const std::string& id, const char* type, const char* status,
                         Lines& lines) {
    const auto found = challenges_.find(id);
    if (found == challenges_.end()) return;
    Json json{{"type", type},
              {"challenge", challenge(found->second, players_, status, name_, site_)}};
    if (std::string_view(status) == "declined") {
        json["challenge"]["declineReason"] = "I'm not accepting challenges at the moment.";
        json["challenge"]["declineReasonKey"] = "generic";
    }
    lines.push_back({.text = line_of(json)});
    challenges_.erase(found);
}

Json Desk::challenge_event(const Json& offer) const {
    return {{"type", "challenge"},
            {"challenge", challenge(offer, players_, "created", name_, site_)},
            {"compat", {{"bot", true}, {"board", true}}}};
}

Json Desk::game_event(const char* type, const GameId& id, const Table& table,
                      std::array<Milliseconds, 2> left) const {
    return {{"type", type}, {"game", game_info(id, table.game, table.side, players_, left)}};
}

std::string Desk::opening() const {
    std::string lines;
    for (const auto& [id, table] : games_) {
        const auto left = table.game.left(table.game.events().back().time);
        lines += line_of(game_event("gameStart", id, table, left));
    }
    for (const auto& [id, offer] : challenges_) lines += line_of(challenge_event(offer));
    return lines;
}

std::optional<std::string> Desk::game_full(const GameId& id, Time now) const {
    const auto found = games_.find(id);
    if (found == games_.end()) return std::nullopt;
    const LiveGame& game = found->second.game;
    // The newest event may be from after the question what time it is.
    return line_of(
        lichess::game_full(id, game, players_, std::max(now, game.events().back().time)));
}

bool Desk::is_draw_offered_to(const GameId& id) const {
    const auto found = games_.find(id);
    return found != games_.end() && found->second.game.draw_offer() == ~found->second.side;
}

Json Desk::challenges() const {
    Json list{{"in", Json::array()}, {"out", Json::array()}};
    for (const auto& [id, offer] : challenges_) {
        Json json = challenge(offer, players_, "created", name_, site_);
        const std::string direction = json["direction"];
        list[direction].push_back(std::move(json));
    }
    return list;
}

std::optional<std::string> finished_game(const GameId& id, const Knowledge& knowledge,
                                         std::string_view player) {
    const auto found = knowledge.games.find(id);
    if (found == knowledge.games.end()) return std::nullopt;
    const auto game = LiveGame::replay(found->second);
    if (!game || !game->side_of(player)) return std::nullopt;
    return line_of(game_full(id, *game, knowledge.players, found->second.back().time));
}

}  // namespace kibitz::arena::lichess
