#include "arena/protocol/front.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "arena/fields.hpp"
#include "arena/protocol/message_texts.hpp"
#include "arena/serialiser.hpp"
#include "games/games.hpp"

namespace kibitz::arena::protocol {

namespace {

constexpr const char* reads_slowly =
    "you are not reading your messages: you will be disconnected if many more are waiting";

}  // namespace

void Front::receive(ConnectionId id, std::string_view text, Time now, Effects& effects,
                    Milliseconds delay) {
    const auto who = connections_.find(id);
    if (who == connections_.end()) return;
    const Message message = read_message(text);
    Context context{id, who->second, now, effects, delay};
    const Answer answer =
        message.request ? std::visit([&](const auto& request) { return on(context, request); },
                                     *message.request)
                        : Answer(std::unexpected(message.request.error()));
    if (!answer) ++refusals_;
    effects.emplace_back(
        Send{id, std::make_shared<const std::string>(reply_text(answer, message.id))});
    if (context.has_logged_in) show_own_games(context);
}

void Front::lose(ConnectionId id, Time now, Effects& effects) {
    const auto who = connections_.find(id);
    if (who == connections_.end()) return;
    const Connection connection = std::move(who->second);
    connections_.erase(who);
    lobby_.erase(id);
    changed_sessions_.erase(id);
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
    send_to_lobby({{"type", "playerGone"}, {"player", connection.player}}, effects);
    // A seek needs somebody who is there; a link may be opened while its maker is away.
    for (const std::string& seek : offers_.made_by(connection.player, Offer::Kind::seek))
        remove_offer(seek, effects);
    for (const GameId& game : std::set(playing_[connection.player]))
        (void)hall_.act(game, *hall_.find(game)->side_of(connection.player), Disconnect{}, now,
                        effects);
}

void Front::resign_all(const std::string& player, Time now, Effects& effects) {
    for (const GameId& game : std::set(playing_[player]))
        (void)hall_.act(game, *hall_.find(game)->side_of(player), Resign{}, now, effects);
}

void Front::disconnect(const std::string& player, const std::string& reason, Time now,
                       Effects& effects) {
    for (const auto kind : {Offer::Kind::seek, Offer::Kind::challenge, Offer::Kind::link})
        for (const std::string& offer : offers_.made_by(player, kind)) remove_offer(offer, effects);
    const auto present = present_.find(player);
    if (present == present_.end()) return;
    for (const ConnectionId id : std::set(present->second)) {
        effects.emplace_back(Close{id, close_policy, reason});
        lose(id, now, effects);
    }
}

void Front::warn_all(const std::string& text, Effects& effects) const {
    for (const auto& [player, connections] : present_)
        send_to_player(player, {{"type", "warning"}, {"warning", text}}, effects);
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
        // A spectator can do without; a player needs every event.
        if (is_playing(who->second.player))
            send(effects, id, {{"type", "warning"}, {"warning", reads_slowly}});
        return;
    }
    for (const GameId& game : who->second.watched) audience_changed(game, now);
    for (const GameId& game : std::exchange(who->second.missed, {}))
        if (const LiveGame* state = hall_.find(game)) send_state(id, game, *state, now, effects);
    if (std::exchange(who->second.has_missed_lobby, false)) send(effects, id, lobby_message());
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
        for (const char byte : secrets_.random(sizeof random))
            random = random << 8 | static_cast<unsigned char>(byte);
        settings.setup = games::find(terms.game)->draw_setup(random);
    }
    return settings;
}

void Front::start_contest_games(Time now, Effects& effects) {
    const bool has_changed = contests_.start_games(
        now,
        [this](const Terms& terms, const Contest::Players& players) {
            return settings_for(terms, players);
        },
        [this](const std::string& player) { return present_.contains(player); }, effects);
    if (!has_changed) return;
    prizes_.follow(now, effects);
    predictions_.follow(now, effects);
}

void Front::remove_offer(const std::string& id, Effects& effects) {
    const Offer* offer = offers_.find(id);
    if (!offer) return;
    const Json message{{"type", "offerGone"}, {"offer", id}};
    if (offer->kind == Offer::Kind::seek) send_to_lobby(message, effects);
    if (offer->kind == Offer::Kind::challenge) send_to_player(offer->to, message, effects);
    offers_.remove(id, effects);
}

void Front::serialise(Serialiser& s) {
    // The first thirteen are others' or fixed, the last ten those of connections and of games that
    // restore() finds in the hall.
    auto& [accounts, registrations, hall, contests, moderation, club, deeds, purses, prizes,
           predictions, secrets, find_game, settings, offers, ratings, results, refusals,
           connections, versions, present, playing, watchers, changed_audiences, with_spectators,
           spectators_due, lobby, changed_sessions] = *this;
    s(offers, ratings, results);
}

void Front::restore(Time now, Effects& effects) {
    std::vector<std::string> outdated;
    for (const auto& [number, offer] : offers_.all())
        if (offer.made + Offers::longest_kept <= now) outdated.push_back(offer.id);
    for (const std::string& id : outdated) offers_.remove(id, effects);
    for (const GameId& id : hall_.live_games()) {
        const GameSettings& settings = hall_.find(id)->settings();
        if (settings.is_classic) continue;
        for (const std::string& player : settings.players) playing_[player].insert(id);
    }
}

void Front::on_events(const GameId& id, const LiveGame& game, std::span<const GameEvent> events,
                      std::span<const std::string> facts, Effects& effects) {
    const GameSettings& settings = game.settings();
    // The players' connections, and those that watch: each once, also that of a player who watches
    // their own game. Without copies: this is done for every move.
    std::vector<const std::set<ConnectionId>*> playing;
    if (!settings.is_classic)
        for (const std::string& player : settings.players)
            if (const auto present = present_.find(player); present != present_.end())
                playing.push_back(&present->second);
    const auto plays = [&](ConnectionId one) {
        return std::ranges::any_of(playing, [one](const auto* all) { return all->contains(one); });
    };
    const auto watching = watchers_.find(id);
    for (std::size_t i = 0; i < events.size(); ++i) {
        const GameEvent& event = events[i];
        const bool is_end = std::holds_alternative<Ended>(event.fact);
        if (is_end || std::holds_alternative<Started>(event.fact))
            for (const auto* all : playing)
                for (const ConnectionId one : *all) note_change(one, connections_.at(one));
        if (std::holds_alternative<Started>(event.fact)) {
            if (!settings.is_classic)
                for (const std::string& player : settings.players) playing_[player].insert(id);
            send_to_lobby({{"type", "game"}, {"game", listing(id, settings)}}, effects);
        }
        if (!playing.empty() || watching != watchers_.end()) {
            const auto text = std::make_shared<const std::string>(event_text(id, event, facts[i]));
            for (const auto* all : playing)
                for (const ConnectionId one : *all) effects.emplace_back(Send{one, text});
            if (watching != watchers_.end())
                for (const ConnectionId one : watching->second) {
                    if (plays(one)) continue;
                    Connection& connection = connections_.at(one);
                    if (connection.is_slow)
                        connection.missed.insert(id);
                    else
                        effects.emplace_back(Send{one, text});
                }
        }
        if (is_end) {
            for (const std::string& player : settings.players) playing_[player].erase(id);
            with_spectators_.erase(id);
            keep_result(summary_of(id, game));
            if (settings.rated) send_ratings(settings, effects);
            send_to_lobby({{"type", "gameGone"}, {"game", id}}, effects);
        }
    }
}

Front::Audience Front::audience_of(const GameId& id, const GameSettings& settings) const {
    // Each once, also a player who watches their own game.
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

std::size_t Front::spectators_of(const GameId& id, const Audience& audience) const {
    const auto looks_on = [&](ConnectionId one) {
        return !audience.players.contains(one) && !connections_.at(one).previewed.contains(id);
    };
    return static_cast<std::size_t>(std::ranges::count_if(audience.all, looks_on));
}

void Front::audience_changed(const GameId& id, Time now) {
    changed_audiences_.insert(id);
    if (!spectators_due_) spectators_due_ = now + spectators_interval;
}

void Front::tick(Time now, Effects& effects) {
    if (!spectators_due_ || now < *spectators_due_) return;
    spectators_due_.reset();
    for (const GameId& id : std::exchange(changed_audiences_, {})) {
        const LiveGame* game = hall_.find(id);
        if (!game || game->end()) continue;
        auto audience = audience_of(id, game->settings());
        const std::size_t count = spectators_of(id, audience);
        // That nobody watches is sent only where somebody did.
        if (count == 0 && with_spectators_.erase(id) == 0) continue;
        if (count > 0) with_spectators_.insert(id);
        std::erase_if(audience.all,
                      [this](ConnectionId one) { return connections_.at(one).is_slow; });
        send_all(effects, audience.all, {{"type", "spectators"}, {"game", id}, {"count", count}});
    }
}

void Front::send_state(ConnectionId id, const GameId& game, const LiveGame& state, Time now,
                       Effects& effects) const {
    send(effects, id, state_message(game, state, now));
}

void Front::send_to_player(const std::string& player, const Json& message, Effects& effects) const {
    if (const auto present = present_.find(player); present != present_.end())
        send_all(effects, present->second, message);
}

void Front::keep_result(const GameSummary& game) {
    ratings_.add(game);
    results_.add(game);
}

// How the game changed the ratings of its players that are here.
void Front::send_ratings(const GameSettings& settings, Effects& effects) {
    for (const std::string& player : settings.players)
        if (present_.contains(player))
            send_to_lobby({{"type", "player"}, {"player", listing_of(*accounts_.find(player))}},
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

void Front::send_to_lobby(const Json& message, Effects& effects) {
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
