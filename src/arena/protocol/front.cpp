#include "arena/protocol/front.hpp"

#include <algorithm>
#include <cmath>

#include "arena/names.hpp"
#include "arena/protocol/words.hpp"
#include "games/games.hpp"

namespace kibitz::arena::protocol {

namespace {

constexpr std::size_t token_bytes = 32, offer_id_bytes = 8;
constexpr const char* reads_slowly =
    "you do not read what you are sent: when much more waits, you are cut off";
constexpr const char* log_in_first = "say hello with your token first, or register";

constexpr const char* to_string(Offer::Kind kind) {
    switch (kind) {
        case Offer::Kind::seek: return "seek";
        case Offer::Kind::challenge: return "challenge";
        case Offer::Kind::link: return "link";
    }
    return "";
}

// Done, with no more to say, or why not.
std::expected<Json, std::string> answer_to(const std::expected<void, std::string>& done) {
    if (!done) return std::unexpected(done.error());
    return Json::object();
}

std::optional<std::string> why_not_version(const std::string& version, bool is_bot) {
    if (version.empty()) return std::nullopt;
    if (!is_bot) return "only bots have a version";
    if (version.size() > Front::longest_version)
        return "versions have at most " + std::to_string(Front::longest_version) + " bytes";
    if (const auto reason = why_unreadable(version)) return "the version: " + *reason;
    return std::nullopt;
}

bool is_for(const Offer& offer, std::string_view player) {
    return offer.kind != Offer::Kind::challenge || offer.to == player;
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

}  // namespace

void Front::receive(ConnectionId id, std::string_view text, Time now, Effects& effects) {
    const auto who = connections_.find(id);
    if (who == connections_.end()) return;
    const Message message = read_message(text);
    Asking asking{id, who->second, now, effects};
    const Answer answer =
        message.request
            ? std::visit([&](const auto& request) { return on(asking, request); }, *message.request)
            : Answer(std::unexpected(message.request.error()));
    if (!answer) ++refusals_;
    Json reply = answer ? *answer : Json{{"type", "error"}, {"error", answer.error()}};
    if (answer && !reply.contains("type")) reply["type"] = "ok";
    if (message.id) reply["id"] = *message.id;
    send(effects, id, reply);
    if (asking.has_logged_in) come_back(asking);
}

void Front::lose(ConnectionId id, Time now, Effects& effects) {
    const auto who = connections_.find(id);
    if (who == connections_.end()) return;
    const Connection connection = std::move(who->second);
    connections_.erase(who);
    lobby_.erase(id);
    for (const GameId& game : connection.watched) {
        const auto watchers = watchers_.find(game);
        watchers->second.erase(id);
        if (watchers->second.empty()) watchers_.erase(watchers);
        audience_changed(game, now);
    }
    if (connection.player.empty()) return;
    const auto present = present_.find(connection.player);
    present->second.erase(id);
    if (!present->second.empty()) return;
    present_.erase(present);
    contests_.touch();
    tell_lobby({{"type", "playerGone"}, {"player", connection.player}}, effects);
    // A seek needs somebody who is there; a link may be opened while its maker is away.
    for (const auto& [number, offer] : std::map(offers_.all()))
        if (offer.from == connection.player && offer.kind == Offer::Kind::seek)
            remove_offer(offer.id, effects);
    for (const GameId& game : std::set(playing_[connection.player]))
        (void)hall_.act(game, *hall_.find(game)->side_of(connection.player), GoAway{}, now,
                        effects);
}

void Front::resign_all(const std::string& player, Time now, Effects& effects) {
    for (const GameId& game : std::set(playing_[player]))
        (void)hall_.act(game, *hall_.find(game)->side_of(player), Resign{}, now, effects);
}

void Front::expel(const std::string& player, const std::string& reason, Time now,
                  Effects& effects) {
    for (const auto& [number, offer] : std::map(offers_.all()))
        if (offer.from == player) remove_offer(offer.id, effects);
    const auto present = present_.find(player);
    if (present == present_.end()) return;
    for (const ConnectionId id : std::set(present->second)) {
        effects.emplace_back(Close{id, close_policy, reason});
        lose(id, now, effects);
    }
}

void Front::warn_all(const std::string& words, Effects& effects) const {
    for (const auto& [player, connections] : present_)
        tell_player(player, {{"type", "warning"}, {"warning", words}}, effects);
}

bool Front::is_playing(const std::string& player) const {
    const auto playing = playing_.find(player);
    return playing != playing_.end() && !playing->second.empty();
}

void Front::measured(ConnectionId id, Milliseconds round_trip) {
    if (const auto who = connections_.find(id); who != connections_.end())
        who->second.lag.add(round_trip);
}

void Front::slow(ConnectionId id, bool is_slow, Time now, Effects& effects) {
    const auto who = connections_.find(id);
    if (who == connections_.end()) return;
    who->second.is_slow = is_slow;
    if (is_slow) {
        // A spectator is spared; a player has to know all.
        if (is_playing(who->second.player))
            send(effects, id, {{"type", "warning"}, {"warning", reads_slowly}});
        return;
    }
    for (const GameId& game : who->second.watched) audience_changed(game, now);
    for (const GameId& game : std::exchange(who->second.missed, {}))
        if (const LiveGame* state = hall_.find(game)) show_state(id, game, *state, now, effects);
    if (std::exchange(who->second.has_missed_lobby, false)) send(effects, id, lobby_message());
}

Front::Answer Front::on(Asking& asking, const Hello& request) {
    if (!asking.connection.player.empty()) return std::unexpected("you are logged in already");
    const Account* account = accounts_.by_token(request.token);
    if (!account) return std::unexpected("that token is nobody's");
    if (account->is_banned) return std::unexpected("the server's host has locked you out");
    if (const auto reason = why_not_version(request.version, account->is_bot))
        return std::unexpected(*reason);
    log_in(asking, account->name, request.version);
    return Json{{"type", "welcome"},
                {"name", account->name},
                {"games", playing_[account->name]},
                {"offers", offers_of(account->name)},
                {"serverTime", to_epoch(asking.now)}};
}

Front::Answer Front::on(Asking& asking, const Register& request) {
    if (!asking.connection.player.empty()) return std::unexpected("you are logged in already");
    if (const auto reason = accounts_.why_not(request.name)) return std::unexpected(*reason);
    if (request.owner.size() > Accounts::longest_owner)
        return std::unexpected("the owner's name is too long");
    if (const auto reason = why_not_version(request.version, request.is_bot))
        return std::unexpected(*reason);
    if (!registrations_.take(asking.connection.origin, asking.now))
        return std::unexpected(RegistrationLimit::words);
    const std::string token = to_hex(secrets_(token_bytes));
    asking.effects.emplace_back(accounts_.add({.name = request.name,
                                               .owner = request.owner,
                                               .registered = asking.now,
                                               .is_bot = request.is_bot,
                                               .token_hash = sha256_hex(token)}));
    log_in(asking, request.name, request.version);
    return Json{{"type", "registered"}, {"name", request.name}, {"token", token}};
}

void Front::log_in(Asking& asking, const std::string& player, const std::string& version) {
    asking.connection.player = player;
    versions_[player] = version;
    auto& connections = present_[player];
    if (connections.empty())
        tell_lobby({{"type", "player"}, {"player", listing_of(*accounts_.find(player))}},
                   asking.effects);
    connections.insert(asking.id);
    asking.has_logged_in = true;
    contests_.touch();
}

void Front::come_back(Asking& asking) {
    const std::string& player = asking.connection.player;
    for (const GameId& game : std::set(playing_[player])) {
        const LiveGame* state = hall_.find(game);
        (void)hall_.act(game, *state->side_of(player), ComeBack{}, asking.now, asking.effects);
        show_state(asking.id, game, *state, asking.now, asking.effects);
    }
}

Front::Answer Front::on(Asking& asking, const MakeOffer& request) {
    const std::string& player = asking.connection.player;
    if (player.empty()) return std::unexpected(log_in_first);
    if (hall_.is_closed()) return std::unexpected(Hall::closed_words);
    if (const auto reason = why_not(request.terms)) return std::unexpected(*reason);
    if (request.lowest_rating && request.highest_rating &&
        *request.lowest_rating > *request.highest_rating)
        return std::unexpected("lowestRating is above highestRating: nobody has such a rating");
    const bool is_challenge = request.kind == Offer::Kind::challenge;
    if (is_challenge && request.to == player)
        return std::unexpected("nobody plays against himself");
    if (is_challenge && !present_.contains(request.to))
        return std::unexpected("\"" + request.to + "\" is not here");
    Offer offer{.id = to_hex(secrets_(offer_id_bytes)),
                .kind = request.kind,
                .from = player,
                .to = request.to,
                .terms = request.terms,
                .side = request.side,
                .rating = ratings_.at(request.terms.game, player, asking.now).rating};
    if (request.lowest_rating) offer.lowest_rating = static_cast<double>(*request.lowest_rating);
    if (request.highest_rating) offer.highest_rating = static_cast<double>(*request.highest_rating);

    if (request.kind == Offer::Kind::seek) {
        const auto meetings = [&](const std::string& opponent) {
            return hall_.meetings(request.terms.game, "", player, opponent);
        };
        if (const Offer* found = offers_.match(offer, meetings)) {
            // What the taker wants is what the one that waited left open.
            Offer taken = *found;
            if (!taken.side && offer.side) taken.side = ~*offer.side;
            return start(asking, taken, player);
        }
    }
    if (!offers_.add(offer)) return std::unexpected("you have too many offers already");
    if (request.kind == Offer::Kind::seek)
        tell_lobby({{"type", "offer"}, {"offer", to_json(offer)}}, asking.effects);
    if (is_challenge)
        tell_player(offer.to, {{"type", "offer"}, {"offer", to_json(offer)}}, asking.effects);
    return Json{{"offer", offer.id}};
}

Front::Answer Front::on(Asking& asking, const Accept& request) {
    const std::string& player = asking.connection.player;
    if (player.empty()) return std::unexpected(log_in_first);
    const Offer* offer = offers_.find(request.offer);
    if (!offer || !is_for(*offer, player)) return std::unexpected("there is no such offer");
    if (offer->from == player) return std::unexpected("nobody plays against himself");
    const double rating = ratings_.at(offer->terms.game, player, asking.now).rating;
    if (rating < offer->lowest_rating || rating > offer->highest_rating)
        return std::unexpected("the offer is for other ratings than yours");
    return start(asking, Offer(*offer), player);
}

Front::Answer Front::on(Asking& asking, const Decline& request) {
    const Offer* offer = offers_.find(request.offer);
    if (!offer || offer->kind != Offer::Kind::challenge || offer->to != asking.connection.player)
        return std::unexpected("there is no such challenge");
    tell_player(offer->from, {{"type", "declined"}, {"offer", offer->id}}, asking.effects);
    remove_offer(request.offer, asking.effects);
    return Json::object();
}

Front::Answer Front::on(Asking& asking, const Cancel& request) {
    const Offer* offer = offers_.find(request.offer);
    if (!offer || offer->from != asking.connection.player)
        return std::unexpected("there is no such offer of yours");
    remove_offer(request.offer, asking.effects);
    return Json::object();
}

Front::Answer Front::on(Asking& asking, const ShowOffer& request) {
    const std::string& player = asking.connection.player;
    const Offer* offer = offers_.find(request.offer);
    if (!offer || (!is_for(*offer, player) && offer->from != player))
        return std::unexpected("there is no such offer");
    return Json{{"type", "offer"}, {"offer", to_json(*offer)}};
}

Front::Answer Front::on(Asking& asking, const Play& request) {
    const LiveGame* game = hall_.find(request.game);
    const auto side = game && !asking.connection.player.empty()
                          ? game->side_of(asking.connection.player)
                          : std::nullopt;
    if (!side) return std::unexpected("you play in no such game");
    GameAction action = request.action;
    if (auto* move = std::get_if<MakeMove>(&action)) move->lag = asking.connection.lag.lag();
    return answer_to(hall_.act(request.game, *side, action, asking.now, asking.effects));
}

Front::Answer Front::on(Asking& asking, const Watch& request) {
    std::optional<LiveGame> stored;
    const LiveGame* game = find_or_replay(hall_, find_game_, request.game, stored);
    if (!game) return std::unexpected("there is no such game");
    if (!stored) {
        auto& watched = asking.connection.watched;
        if (!watched.contains(request.game) && watched.size() >= most_games_watched)
            return std::unexpected("you watch too many games already");
        watched.insert(request.game);
        watchers_[request.game].insert(asking.id);
        audience_changed(request.game, asking.now);
    }
    const auto& events = game->events();
    const std::size_t known = static_cast<std::size_t>(request.after.value_or(0));
    if (request.after && known <= events.size() && events.size() - known <= most_events_replayed) {
        for (std::size_t i = known; i < events.size(); ++i)
            send(asking.effects, asking.id, event_message(request.game, events[i]));
    } else {
        show_state(asking.id, request.game, *game, asking.now, asking.effects);
    }
    return Json::object();
}

Front::Answer Front::on(Asking& asking, const Unwatch& request) {
    if (asking.connection.watched.erase(request.game) == 0)
        return std::unexpected("you do not watch that game");
    asking.connection.missed.erase(request.game);
    const auto watchers = watchers_.find(request.game);
    watchers->second.erase(asking.id);
    if (watchers->second.empty()) watchers_.erase(watchers);
    audience_changed(request.game, asking.now);
    return Json::object();
}

Front::Answer Front::on(Asking& asking, const WatchLobby&) {
    lobby_.insert(asking.id);
    asking.connection.has_missed_lobby = false;
    return lobby_message();
}

Front::Answer Front::on(Asking& asking, const UnwatchLobby&) {
    lobby_.erase(asking.id);
    asking.connection.has_missed_lobby = false;
    return Json::object();
}

Front::Answer Front::on(Asking& asking, const CreateContest& request) {
    if (asking.connection.player.empty()) return std::unexpected(log_in_first);
    ContestSettings settings = request.settings;
    settings.organiser = asking.connection.player;
    return answer_to(contests_.create(settings, asking.now, asking.effects));
}

Front::Answer Front::on(Asking& asking, const JoinContest& request) {
    const std::string& player = asking.connection.player;
    if (player.empty()) return std::unexpected(log_in_first);
    return answer_to(contests_.join(request.contest, player, asking.now, asking.effects));
}

Front::Answer Front::on(Asking& asking, const LeaveContest& request) {
    const std::string& player = asking.connection.player;
    if (player.empty()) return std::unexpected(log_in_first);
    return answer_to(contests_.leave(request.contest, player, asking.now, asking.effects));
}

Front::Answer Front::on(Asking& asking, const StartContest& request) {
    const std::string& player = asking.connection.player;
    if (player.empty()) return std::unexpected(log_in_first);
    return answer_to(contests_.start(request.contest, player, asking.now, asking.effects));
}

Front::Answer Front::on(Asking&, const ShowContest& request) {
    auto contest = contests_.shown(request.contest);
    if (!contest) return std::unexpected("there is no such contest");
    return Json{{"type", "contest"}, {"contest", *std::move(contest)}};
}

Front::Answer Front::on(Asking&, const ListContests&) {
    return Json{{"type", "contests"}, {"contests", contests_.listed()}};
}

Front::Answer Front::on(Asking& asking, const Ping&) {
    return Json{{"type", "pong"}, {"serverTime", to_epoch(asking.now)}};
}

Front::Answer Front::start(Asking& asking, const Offer& offer, const std::string& taker) {
    const Side maker = side_of_maker(offer, taker);
    Contest::Players players;
    players[index(maker)] = offer.from;
    players[index(~maker)] = taker;
    const GameSettings settings = settings_for(offer.terms, players);
    const auto id = hall_.start(settings, asking.now, asking.effects);
    if (!id) return std::unexpected(id.error());
    remove_offer(offer.id, asking.effects);
    // Who made a link may be away when it is taken.
    if (!present_.contains(offer.from))
        (void)hall_.act(*id, maker, GoAway{}, asking.now, asking.effects);
    return Json{{"game", *id}};
}

GameSettings Front::settings_for(const Terms& terms, const Contest::Players& players) {
    GameSettings settings;
    settings.players = players;
    for (const Side side : {Side::first, Side::second})
        if (const auto said = versions_.find(players[index(side)]); said != versions_.end())
            settings.versions[index(side)] = said->second;
    settings.game = terms.game;
    settings.setup = terms.setup;
    settings.clock = {.base = terms.base,
                      .increment = terms.increment,
                      .most_lag_credit = settings_.most_lag_credit};
    settings.away_limit = settings_.away_limit;
    settings.rated = terms.rated;
    if (settings.setup.empty()) {
        std::uint64_t random = 0;
        for (const char byte : secrets_(sizeof random))
            random = random << 8 | static_cast<unsigned char>(byte);
        settings.setup = games::find(terms.game)->draw_setup(random);
    }
    return settings;
}

void Front::start_contest_games(Time now, Effects& effects) {
    contests_.start_games(
        now,
        [this](const Terms& terms, const Contest::Players& players) {
            return settings_for(terms, players);
        },
        [this](const std::string& player) { return present_.contains(player); }, effects);
}

Side Front::side_of_maker(const Offer& offer, const std::string& taker) {
    if (offer.side) return *offer.side;
    const int maker_surplus = hall_.first_side_surplus(offer.terms.game, offer.from);
    const int taker_surplus = hall_.first_side_surplus(offer.terms.game, taker);
    if (maker_surplus != taker_surplus)
        return maker_surplus < taker_surplus ? Side::first : Side::second;
    return (secrets_(1).front() & 1) != 0 ? Side::first : Side::second;
}

void Front::remove_offer(const std::string& id, Effects& effects) {
    const Offer* offer = offers_.find(id);
    if (!offer) return;
    const Json message{{"type", "offerGone"}, {"offer", id}};
    if (offer->kind == Offer::Kind::seek) tell_lobby(message, effects);
    if (offer->kind == Offer::Kind::challenge) tell_player(offer->to, message, effects);
    offers_.remove(id);
}

void Front::restore() {
    for (const GameId& id : hall_.live_games()) {
        const GameSettings& settings = hall_.find(id)->settings();
        if (settings.is_classic) continue;
        for (const std::string& player : settings.players) playing_[player].insert(id);
    }
}

void Front::on_events(const GameId& id, const LiveGame& game, std::span<const GameEvent> events,
                      Effects& effects) {
    const GameSettings& settings = game.settings();
    const auto [players, audience] = audience_of(id, settings);
    for (const GameEvent& event : events) {
        if (std::holds_alternative<Started>(event.fact)) {
            if (!settings.is_classic)
                for (const std::string& player : settings.players) playing_[player].insert(id);
            tell_lobby({{"type", "game"}, {"game", listing(id, settings)}}, effects);
        }
        if (!audience.empty()) {
            const auto text = std::make_shared<const std::string>(event_message(id, event).dump());
            for (const ConnectionId one : audience) {
                Connection& connection = connections_.at(one);
                if (connection.is_slow && !players.contains(one))
                    connection.missed.insert(id);
                else
                    effects.emplace_back(Send{one, text});
            }
        }
        if (std::holds_alternative<Ended>(event.fact)) {
            for (const std::string& player : settings.players) playing_[player].erase(id);
            with_spectators_.erase(id);
            keep_result(summary_of(id, game));
            if (settings.rated) tell_ratings(settings, effects);
            tell_lobby({{"type", "gameGone"}, {"game", id}}, effects);
        }
    }
}

Front::Audience Front::audience_of(const GameId& id, const GameSettings& settings) const {
    // Each once, also a player who watches his own game.
    Audience audience;
    if (const auto watchers = watchers_.find(id); watchers != watchers_.end())
        audience.all = watchers->second;
    if (!settings.is_classic)
        for (const std::string& player : settings.players)
            if (const auto present = present_.find(player); present != present_.end())
                audience.players.insert(present->second.begin(), present->second.end());
    audience.all.insert(audience.players.begin(), audience.players.end());
    return audience;
}

void Front::audience_changed(const GameId& id, Time now) {
    changed_audiences_.insert(id);
    if (!tell_spectators_) tell_spectators_ = now + spectators_interval;
}

void Front::tick(Time now, Effects& effects) {
    if (!tell_spectators_ || now < *tell_spectators_) return;
    tell_spectators_.reset();
    for (const GameId& id : std::exchange(changed_audiences_, {})) {
        const LiveGame* game = hall_.find(id);
        if (!game || game->end()) continue;
        auto [players, audience] = audience_of(id, game->settings());
        const std::size_t count = audience.size() - players.size();
        // Nobody is no news where nobody was told of anybody.
        if (count == 0 && with_spectators_.erase(id) == 0) continue;
        if (count > 0) with_spectators_.insert(id);
        std::erase_if(audience, [this](ConnectionId one) { return connections_.at(one).is_slow; });
        send_all(effects, audience, {{"type", "spectators"}, {"game", id}, {"count", count}});
    }
}

void Front::show_state(ConnectionId id, const GameId& game, const LiveGame& state, Time now,
                       Effects& effects) const {
    send(effects, id, state_message(game, state, now));
}

void Front::tell_player(const std::string& player, const Json& message, Effects& effects) const {
    if (const auto present = present_.find(player); present != present_.end())
        send_all(effects, present->second, message);
}

void Front::keep_result(const GameSummary& game) {
    ratings_.add(game);
    results_.add(game);
}

// How the game changed the ratings of its players that are here.
void Front::tell_ratings(const GameSettings& settings, Effects& effects) {
    for (const std::string& player : settings.players)
        if (present_.contains(player))
            tell_lobby({{"type", "player"}, {"player", listing_of(*accounts_.find(player))}},
                       effects);
}

Json Front::listing_of(const Account& account) const {
    Json ratings = Json::object();
    for (const games::Rules* rules : games::all()) {
        const auto& of_game = ratings_.of(rules->name());
        if (const auto found = of_game.find(account.name); found != of_game.end())
            ratings[std::string(rules->name())] = std::lround(found->second.rating.rating);
    }
    return {{"name", account.name}, {"bot", account.is_bot}, {"ratings", std::move(ratings)}};
}

void Front::tell_lobby(const Json& message, Effects& effects) {
    if (lobby_.empty()) return;
    const auto text = std::make_shared<const std::string>(message.dump());
    for (const ConnectionId id : lobby_) {
        Connection& connection = connections_.at(id);
        if (connection.is_slow)
            connection.has_missed_lobby = true;
        else
            effects.emplace_back(Send{id, text});
    }
}

Json Front::lobby_message() const {
    Json offers = Json::array();
    for (const auto& [number, offer] : offers_.all())
        if (offer.kind == Offer::Kind::seek) offers.push_back(to_json(offer));
    return {{"type", "lobby"},
            {"offers", std::move(offers)},
            {"games", games_here()},
            {"players", players_here()}};
}

Json Front::offers_of(const std::string& player) const {
    Json offers = Json::array();
    for (const auto& [number, offer] : offers_.all())
        if (offer.from == player || offer.to == player) offers.push_back(to_json(offer));
    return offers;
}

// Bots first: they are there for whoever comes.
Json Front::players_here() const {
    Json players = Json::array();
    for (const bool bots : {true, false})
        for (const auto& [name, connections] : present_) {
            const Account& account = *accounts_.find(name);
            if (account.is_bot != bots) continue;
            if (players.size() == most_listed) return players;
            players.push_back(listing_of(account));
        }
    return players;
}

Json Front::games_here() const {
    Json games = Json::array();
    for (const GameId& id : hall_.live_games()) {
        if (games.size() == most_listed) break;
        games.push_back(listing(id, hall_.find(id)->settings()));
    }
    return games;
}

}  // namespace kibitz::arena::protocol
