#include "arena/battlebot/front.hpp"

#include <algorithm>
#include <limits>
#include <ranges>

#include "arena/battlebot/message_texts.hpp"
#include "arena/fields.hpp"
#include "arena/names.hpp"
#include "text/plain_text.hpp"

namespace kibitz::arena::battlebot {

namespace {

constexpr std::size_t salt_bytes = 32;
constexpr const char* owner_of_hosts = "Kibitz";
// Sits where a host does.
constexpr ConnectionId no_connection = std::numeric_limits<ConnectionId>::max();

// The name of the contest; empty if there is none. Nothing if what stands there is no name.
std::optional<std::string> contest_of(const Json& login) {
    const Json* contest = field(login, "contest");
    if (!contest || contest->is_null()) return "";
    if (!contest->is_string()) return std::nullopt;
    auto name = contest->get<std::string>();
    constexpr text::Rule contests{"contests' names", Front::longest_contest_name, text::Form::name};
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
    if (connection.stage == Stage::waiting) {
        waiting_[connection.game].remove(id);
        lonely_.erase({connection.host_comes, id});
    }
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
            lonely_.erase({who->second.host_comes, id});
            queue(who, now, effects);
        }
}

std::optional<Time> Front::deadline() const {
    std::optional<Time> next;
    const auto consider = [&](const auto& times) {
        if (!times.empty() && (!next || times.begin()->first < *next)) next = times.begin()->first;
    };
    consider(logins_);
    consider(host_turns_);
    if (hosts_play_ && !hall_.is_closed()) consider(lonely_);
    return next;
}

void Front::tick(Time now, Effects& effects) {
    while (!logins_.empty() && logins_.begin()->first <= now)
        refuse(connections_.find(logins_.begin()->second), effects);
    while (!host_turns_.empty() && host_turns_.begin()->first <= now) {
        const GameId game = host_turns_.begin()->second;
        host_turns_.erase(host_turns_.begin());
        move_for_host(game, now, effects);
    }
    if (!hosts_play_) return;
    while (!lonely_.empty() && lonely_.begin()->first <= now && !hall_.is_closed()) {
        const ConnectionId id = lonely_.begin()->second;
        lonely_.erase(lonely_.begin());
        meet_host(id, now, effects);
    }
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
        Connection& newcomer = who->second;
        newcomer.stage = Stage::waiting;
        waiting.push_back(who->first);
        newcomer.host_comes = now + settings_.host_patience;
        if (newcomer.contest.empty()) lonely_.emplace(newcomer.host_comes, who->first);
        return;
    }
    const auto other = connections_.find(*opponent);
    waiting.erase(opponent);
    lonely_.erase({other->second.host_comes, other->first});
    std::array<Seat, 2> seats{{{other->first, other->second.bot}, {who->first, who->second.bot}}};
    const bool newcomer_begins = (secrets_.random(1).front() & 1) != 0;
    if (newcomer_begins) std::swap(seats[0], seats[1]);
    start(seats, who->second.game, who->second.contest, now, effects);
}

void Front::meet_host(ConnectionId id, Time now, Effects& effects) {
    const Connection& bot = connections_.at(id);
    const Host& host = hosts[meetings_with_hosts_[bot.bot]++ % hosts.size()];
    if (!has_account(host, bot.game, now, effects)) return;
    waiting_[bot.game].remove(id);
    std::array<Seat, 2> seats{{{id, bot.bot}, {no_connection, std::string(host.name)}}};
    const bool host_begins = (secrets_.random(1).front() & 1) != 0;
    if (host_begins) std::swap(seats[0], seats[1]);
    start(seats, bot.game, bot.contest, now, effects);
}

// Nobody can log in to it: it has no password.
bool Front::has_account(const Host& host, const std::string& game, Time now, Effects& effects) {
    const Account* const there = accounts_.find(std::string(host.name));
    if (there)
        return there->is_bot && there->owner == owner_of_hosts && there->sealed_pass_hash.empty() &&
               there->token_hash.empty() && !there->is_banned;
    effects.emplace_back(accounts_.add({.name = std::string(host.name),
                                        .owner = owner_of_hosts,
                                        .registered = now,
                                        .is_bot = true,
                                        .classic_game = game}));
    return true;
}

void Front::move_for_host(const GameId& id, Time now, Effects& effects) {
    const LiveGame* const game = hall_.find(id);
    if (!game || game->end()) return;
    const Side side = game->state().side_to_move();
    const std::string& name = game->settings().players[index(side)];
    const auto host = std::ranges::find(hosts, name, &Host::name);
    std::vector<Json> played;
    for (const GameEvent* event : moves_that_stand(game->events()))
        played.push_back(std::get<Moved>(event->fact).move);
    const auto draw = static_cast<unsigned char>(secrets_.random(1).front());
    const Json move =
        choose_host_move(host->skill, game->rules(), game->settings().setup, played, draw);
    turn_ = move.is_object() ? move : Json::object();
    (void)hall_.act(id, side, MakeMove{move, Milliseconds(0)}, now, effects);
}

bool Front::may_meet(const Connection& a, const Connection& b) const {
    if (a.bot == b.bot || a.contest != b.contest) return false;
    return a.contest.empty() ||
           hall_.meetings(a.game, a.contest, a.bot, b.bot) < settings_.meetings_in_contest;
}

void Front::start(const std::array<Seat, 2>& seats, const std::string& game,
                  const std::string& contest, Time now, Effects& effects) {
    const GameSettings settings{
        .game = game,
        .players = {seats[0].bot, seats[1].bot},
        .clock = {.base = settings_.move_time, .increment = Milliseconds(0), .per_move = true},
        .away_limit = settings_.grace,
        .most_faults = settings_.most_wrong_turns,
        .is_classic = true,
        .contest = contest};
    const auto sit_down = [&](const GameId& id) {
        seats_[id] = {seats[0].connection, seats[1].connection};
        for (const Side side : {Side::first, Side::second}) {
            const auto who = connections_.find(seats[index(side)].connection);
            if (who == connections_.end()) continue;
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
    if (!ended && seats->second[index(game.state().side_to_move())] == no_connection)
        host_turns_.emplace(events.back().time, id);
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
