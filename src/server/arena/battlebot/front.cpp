#include "arena/battlebot/front.hpp"

#include <algorithm>

#include "arena/battlebot/message_texts.hpp"
#include "arena/fields.hpp"
#include "arena/names.hpp"
#include "text/plain_text.hpp"

namespace kibitz::arena::battlebot {

namespace {

constexpr std::size_t salt_bytes = 32;

// The name of the contest; empty if there is none. Nothing if what stands there is no name.
std::optional<std::string> contest_of(const Json& login) {
    const Json* contest = field(login, "contest");
    if (!contest || contest->is_null()) return "";
    if (!contest->is_string()) return std::nullopt;
    auto name = contest->get<std::string>();
    constexpr text::Rule contests{"contests' names", Front::longest_contest_name};
    if (why_not_text(name, contests)) return std::nullopt;
    return name;
}

}  // namespace

bool is_played(std::string_view game) { return game == "noughtsandcrosses"; }

void Front::open(ConnectionId id, Time now, Effects& effects) {
    Connection connection{.login_by = now + settings_.login_time,
                          .salt = to_hex(secrets_.random(salt_bytes))};
    send(effects, id, {{"salt", connection.salt}});
    logins_.emplace(connection.login_by, id);
    connections_.emplace(id, std::move(connection));
}

void Front::receive(ConnectionId id, std::string_view text, Time now, Effects& effects) {
    const auto who = connections_.find(id);
    if (who == connections_.end()) return;
    switch (who->second.stage) {
        case Stage::login: log_in(who, text, now, effects); break;
        case Stage::playing: turn(who, text, now, effects); break;
        case Stage::waiting:
        case Stage::closing: break;  // nobody to play against
    }
}

void Front::lose(ConnectionId id, Time now, Effects& effects) {
    const auto who = connections_.find(id);
    if (who == connections_.end()) return;
    const Connection connection = std::move(who->second);
    connections_.erase(who);
    if (connection.stage == Stage::login) logins_.erase({connection.login_by, id});
    if (connection.stage == Stage::waiting) waiting_[connection.game].remove(id);
    if (connection.stage == Stage::playing) {
        // Absence is never refused.
        (void)hall_.act(connection.playing, connection.side, Disconnect{}, now, effects);
    }
}

bool Front::is_here(const std::string& bot) const {
    return std::ranges::any_of(connections_,
                               [&](const auto& entry) { return entry.second.bot == bot; });
}

void Front::disconnect(const std::string& bot, Time now, Effects& effects) {
    std::vector<ConnectionId> its;
    for (const auto& [id, connection] : connections_)
        if (connection.bot == bot) its.push_back(id);
    for (const ConnectionId id : its) {
        effects.emplace_back(Close{id, close_policy, ""});
        lose(id, now, effects);
    }
}

void Front::pair_waiting(Time now, Effects& effects) {
    for (const auto& [game, waiting] : std::map(waiting_))
        for (const ConnectionId id : waiting) {
            const auto who = connections_.find(id);
            if (who->second.stage != Stage::waiting) continue;  // paired with one before
            waiting_[game].remove(id);
            queue(who, now, effects);
        }
}

std::optional<Time> Front::deadline() const {
    if (logins_.empty()) return std::nullopt;
    return logins_.begin()->first;
}

void Front::tick(Time now, Effects& effects) {
    while (!logins_.empty() && logins_.begin()->first <= now)
        refuse(connections_.find(logins_.begin()->second), effects);
}

void Front::log_in(Connections::iterator who, std::string_view text, Time now, Effects& effects) {
    const Json login = read_json(text).value_or(Json());
    const auto name = text_field(login, "bot_id"), hash = text_field(login, "login_hash"),
               game = text_field(login, "game"), contest = contest_of(login);
    const Account* account = name ? accounts_.find(*name) : nullptr;
    Connection& connection = who->second;
    if (!account || account->is_banned || !hash || !game || !contest || !is_played(*game) ||
        account->classic_game != *game || !is_proved(*account, connection.salt, *hash))
        return refuse(who, effects);

    logins_.erase({connection.login_by, who->first});
    connection.salt.clear();
    connection.bot = *name;
    connection.game = *game;
    connection.contest = *contest;
    Json answer{{"authentication", "OK"}, {"bot_id", *name}, {"game", *game}};
    if (!contest->empty()) answer["contest"] = *contest;
    send(effects, who->first, answer);
    queue(who, now, effects);
}

bool Front::is_proved(const Account& account, std::string_view salt,
                      std::string_view login_hash) const {
    const auto pass_hash = secrets_.unseal(account.sealed_pass_hash);
    if (!pass_hash) return false;
    // The wire has one order, the published description the other.
    const auto is_hash_of = [&](const std::string& text) {
        return secrets_.are_equal(login_hash, secrets_.sha256_hex(text));
    };
    const bool on_wire = is_hash_of(*pass_hash + std::string(salt));
    const bool published = is_hash_of(std::string(salt) + *pass_hash);
    return on_wire || published;
}

void Front::refuse(Connections::iterator who, Effects& effects) {
    logins_.erase({who->second.login_by, who->first});
    who->second.stage = Stage::closing;
    send(effects, who->first, {{"authentication", "failed"}});
    effects.emplace_back(Close{who->first});
}

void Front::queue(Connections::iterator who, Time now, Effects& effects) {
    auto& waiting = waiting_[who->second.game];
    const auto opponent = std::ranges::find_if(
        waiting, [&](ConnectionId other) { return may_meet(who->second, connections_.at(other)); });
    if (opponent == waiting.end() || hall_.is_closed()) {
        who->second.stage = Stage::waiting;
        waiting.push_back(who->first);
        return;
    }
    const auto other = connections_.find(*opponent);
    waiting.erase(opponent);
    const bool newcomer_begins = (secrets_.random(1).front() & 1) != 0;
    if (newcomer_begins)
        start(who, other, now, effects);
    else
        start(other, who, now, effects);
}

bool Front::may_meet(const Connection& a, const Connection& b) const {
    if (a.bot == b.bot || a.contest != b.contest) return false;
    return a.contest.empty() ||
           hall_.meetings(a.game, a.contest, a.bot, b.bot) < settings_.meetings_in_contest;
}

void Front::start(Connections::iterator first, Connections::iterator second, Time now,
                  Effects& effects) {
    const GameSettings settings{
        .game = first->second.game,
        .players = {first->second.bot, second->second.bot},
        .clock = {.base = settings_.move_time, .increment = Milliseconds(0), .per_move = true},
        .away_limit = settings_.grace,
        .most_faults = settings_.most_wrong_turns,
        .is_classic = true,
        .contest = first->second.contest};
    const auto sit_down = [&](const GameId& id) {
        seats_[id] = {first->first, second->first};
        for (const auto& [who, side] : {std::pair(first, Side::first), {second, Side::second}}) {
            who->second.stage = Stage::playing;
            who->second.playing = id;
            who->second.side = side;
        }
    };
    // Two bots with different names in a game that there is: nothing can be wrong with that.
    (void)hall_.start(settings, now, effects, sit_down);
}

void Front::turn(Connections::iterator who, std::string_view text, Time now, Effects& effects) {
    const Connection connection = who->second;
    const Json sent = read_json(text).value_or(Json());
    turn_ = sent.is_object() ? sent : Json::object();
    (void)hall_.act(connection.playing, connection.side, MakeMove{sent, Milliseconds(0)}, now,
                    effects);
}

void Front::on_events(const GameId& id, const LiveGame& game, std::span<const GameEvent> events,
                      std::span<const std::string> /*facts*/, Effects& effects) {
    const auto seats = seats_.find(id);
    if (seats == seats_.end()) return;
    const auto send_to = [&](ConnectionId connection, const Json& message) {
        if (connections_.contains(connection)) send(effects, connection, message);
    };
    const auto send_to_both = [&](const Json& message) {
        for (const ConnectionId connection : seats->second) send_to(connection, message);
    };
    const auto update = [&](Side side, Time time, bool is_valid) {
        Json turn = turn_;
        turn["player"] = game.settings().players[index(side)];
        turn["time"] = to_epoch(time);
        turn["valid"] = is_valid;
        return Json{{"state", state_of(game)}, {"turn", std::move(turn)}};
    };
    // What ends the game comes last.
    const bool ended = std::holds_alternative<Ended>(events.back().fact);
    bool is_end_sent = false;
    for (const GameEvent& event : events) {
        if (std::holds_alternative<Started>(event.fact)) {
            send_to_both({{"state", state_of(game)}});
        } else if (const auto* moved = std::get_if<Moved>(&event.fact)) {
            send_to_both(update(moved->side, event.time, true));
            is_end_sent = true;
        } else if (const auto* fault = std::get_if<Faulted>(&event.fact)) {
            Json message = update(fault->side, event.time, false);
            // If it ends the game, that is sent separately.
            message["state"]["complete"] = false;
            message["state"].erase("victor");
            message["state"].erase("reason");
            send_to(seats->second[index(fault->side)], message);
        }
    }
    if (!ended) return;
    if (!is_end_sent) send_to_both({{"state", state_of(game)}});
    finish(id, effects);
}

void Front::finish(const GameId& id, Effects& effects) {
    const auto seats = seats_.extract(id);
    for (const ConnectionId connection : seats.mapped()) {
        const auto who = connections_.find(connection);
        if (who == connections_.end()) continue;
        who->second.stage = Stage::closing;
        effects.emplace_back(Close{connection});
    }
}

}  // namespace kibitz::arena::battlebot
