// What clients ask for: Front's answer to each kind of message.
#include <algorithm>

#include "arena/names.hpp"
#include "arena/protocol/front.hpp"
#include "arena/protocol/message_texts.hpp"

namespace kibitz::arena::protocol {

namespace {

constexpr std::size_t token_bytes = 32, offer_id_bytes = 8;

std::unexpected<Refusal> log_in_first() {
    return refuse(ErrorCode::log_in_first, "log in with your token first, or register");
}
std::unexpected<Refusal> already_logged_in() {
    return refuse(ErrorCode::already_logged_in, "you are logged in already");
}
std::unexpected<Refusal> no_such_offer() {
    return refuse(ErrorCode::no_such_offer, "there is no such offer");
}
std::unexpected<Refusal> own_opponent() {
    return refuse(ErrorCode::own_opponent, "nobody can play against themselves");
}

// An empty answer, or why not.
std::expected<Json, Refusal> answer_to(const std::expected<void, Refusal>& done) {
    if (!done) return std::unexpected(done.error());
    return Json::object();
}

std::optional<Refusal> why_not_version(const std::string& version, bool is_bot) {
    const auto bad = [](const std::string& text) { return Refusal{ErrorCode::bad_version, text}; };
    if (version.empty()) return std::nullopt;
    if (!is_bot) return bad("only bots have a version");
    if (version.size() > Front::longest_version)
        return bad("versions have at most " + std::to_string(Front::longest_version) + " bytes");
    if (const auto refusal = why_unreadable(version)) return bad("the version: " + refusal->text);
    return std::nullopt;
}

bool is_for(const Offer& offer, std::string_view player) {
    return offer.kind != Offer::Kind::challenge || offer.to == player;
}

}  // namespace

Front::Answer Front::on(Asking& asking, const Hello& request) {
    if (!asking.connection.player.empty()) return already_logged_in();
    const Account* account = accounts_.find_by_token_hash(secrets_.sha256_hex(request.token));
    if (!account) return refuse(ErrorCode::unknown_token, "that token is nobody's");
    if (account->is_banned)
        return refuse(ErrorCode::banned, "the server's operator has banned you");
    if (const auto refusal = why_not_version(request.version, account->is_bot))
        return std::unexpected(*refusal);
    log_in(asking, account->name, request.version);
    return Json{{"type", "welcome"},
                {"name", account->name},
                {"games", playing_[account->name]},
                {"offers", offers_of(account->name)},
                {"serverTime", to_epoch(asking.now)}};
}

Front::Answer Front::on(Asking& asking, const Register& request) {
    if (!asking.connection.player.empty()) return already_logged_in();
    if (const auto refusal = accounts_.why_not_name(request.name)) return std::unexpected(*refusal);
    if (request.owner.size() > Accounts::longest_owner)
        return refuse(ErrorCode::owner_too_long, "the owner's name is too long");
    if (const auto refusal = why_not_version(request.version, request.is_bot))
        return std::unexpected(*refusal);
    if (!registrations_.take(asking.connection.origin, asking.now))
        return refuse(ErrorCode::too_many_registrations, RegistrationLimit::text);
    const std::string token = to_hex(secrets_.random(token_bytes));
    asking.effects.emplace_back(accounts_.add({.name = request.name,
                                               .owner = request.owner,
                                               .registered = asking.now,
                                               .is_bot = request.is_bot,
                                               .token_hash = secrets_.sha256_hex(token)}));
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
    if (player.empty()) return log_in_first();
    if (hall_.is_closed()) return refuse(ErrorCode::server_closing, Hall::closed_text);
    if (const auto refusal = why_not_terms(request.terms)) return std::unexpected(*refusal);
    if (request.lowest_rating && request.highest_rating &&
        *request.lowest_rating > *request.highest_rating)
        return refuse(ErrorCode::bad_rating_range,
                      "lowestRating is above highestRating: nobody has such a rating");
    const bool is_challenge = request.kind == Offer::Kind::challenge;
    if (is_challenge && request.to == player) return own_opponent();
    if (is_challenge && !present_.contains(request.to))
        return refuse(ErrorCode::player_not_here, "\"" + request.to + "\" is not here");
    Offer offer{.id = to_hex(secrets_.random(offer_id_bytes)),
                .kind = request.kind,
                .from = player,
                .to = request.to,
                .terms = request.terms,
                .side = request.side,
                .rating = ratings_.at(request.terms.game, player, asking.now).rating,
                .made = asking.now};
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
    if (!offers_.add(offer, asking.effects))
        return refuse(ErrorCode::too_many_offers, "you have too many offers already");
    if (request.kind == Offer::Kind::seek)
        tell_lobby({{"type", "offer"}, {"offer", to_json(offer)}}, asking.effects);
    if (is_challenge)
        tell_player(offer.to, {{"type", "offer"}, {"offer", to_json(offer)}}, asking.effects);
    return Json{{"offer", offer.id}};
}

Front::Answer Front::on(Asking& asking, const Accept& request) {
    const std::string& player = asking.connection.player;
    if (player.empty()) return log_in_first();
    const Offer* offer = offers_.find(request.offer);
    if (!offer || !is_for(*offer, player)) return no_such_offer();
    if (offer->from == player) return own_opponent();
    const double rating = ratings_.at(offer->terms.game, player, asking.now).rating;
    if (rating < offer->lowest_rating || rating > offer->highest_rating)
        return refuse(ErrorCode::rating_not_wanted, "the offer is for other ratings than yours");
    return start(asking, Offer(*offer), player);
}

Front::Answer Front::on(Asking& asking, const Decline& request) {
    const Offer* offer = offers_.find(request.offer);
    if (!offer || offer->kind != Offer::Kind::challenge || offer->to != asking.connection.player)
        return refuse(ErrorCode::no_such_offer, "there is no such challenge");
    tell_player(offer->from, {{"type", "declined"}, {"offer", offer->id}}, asking.effects);
    remove_offer(request.offer, asking.effects);
    return Json::object();
}

Front::Answer Front::on(Asking& asking, const Cancel& request) {
    const Offer* offer = offers_.find(request.offer);
    if (!offer || offer->from != asking.connection.player)
        return refuse(ErrorCode::no_such_offer, "there is no such offer of yours");
    remove_offer(request.offer, asking.effects);
    return Json::object();
}

Front::Answer Front::on(Asking& asking, const ShowOffer& request) {
    const std::string& player = asking.connection.player;
    const Offer* offer = offers_.find(request.offer);
    if (!offer || (!is_for(*offer, player) && offer->from != player)) return no_such_offer();
    return Json{{"type", "offer"}, {"offer", to_json(*offer)}};
}

Front::Answer Front::on(Asking& asking, const Play& request) {
    const LiveGame* game = hall_.find(request.game);
    const auto side = game && !asking.connection.player.empty()
                          ? game->side_of(asking.connection.player)
                          : std::nullopt;
    if (!side) return refuse(ErrorCode::not_your_game, "you play in no such game");
    GameAction action = request.action;
    if (auto* move = std::get_if<MakeMove>(&action)) move->lag = asking.connection.lag.lag();
    return answer_to(hall_.act(request.game, *side, action, asking.now, asking.effects));
}

Front::Answer Front::on(Asking& asking, const Watch& request) {
    std::optional<LiveGame> stored;
    const LiveGame* game = find_or_replay(hall_, find_game_, request.game, stored);
    if (!game) return refuse(ErrorCode::no_such_game, "there is no such game");
    if (!stored) {
        auto& watched = asking.connection.watched;
        if (!watched.contains(request.game) && watched.size() >= most_games_watched)
            return refuse(ErrorCode::too_many_games_watched, "you watch too many games already");
        watched.insert(request.game);
        if (request.is_preview)
            asking.connection.previewed.insert(request.game);
        else
            asking.connection.previewed.erase(request.game);
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
        return refuse(ErrorCode::not_watched, "you do not watch that game");
    asking.connection.previewed.erase(request.game);
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
    if (asking.connection.player.empty()) return log_in_first();
    ContestSettings settings = request.settings;
    settings.organiser = asking.connection.player;
    return answer_to(contests_.create(settings, asking.now, asking.effects));
}

Front::Answer Front::on(Asking& asking, const JoinContest& request) {
    const std::string& player = asking.connection.player;
    if (player.empty()) return log_in_first();
    return answer_to(contests_.join(request.contest, player, asking.now, asking.effects));
}

Front::Answer Front::on(Asking& asking, const LeaveContest& request) {
    const std::string& player = asking.connection.player;
    if (player.empty()) return log_in_first();
    return answer_to(contests_.leave(request.contest, player, asking.now, asking.effects));
}

Front::Answer Front::on(Asking& asking, const StartContest& request) {
    const std::string& player = asking.connection.player;
    if (player.empty()) return log_in_first();
    return answer_to(contests_.start(request.contest, player, asking.now, asking.effects));
}

Front::Answer Front::on(Asking&, const ShowContest& request) {
    auto contest = contests_.shown(request.contest);
    if (!contest) return refuse(ErrorCode::no_such_contest, "there is no such contest");
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

Side Front::side_of_maker(const Offer& offer, const std::string& taker) {
    if (offer.side) return *offer.side;
    const int maker_surplus = hall_.first_side_surplus(offer.terms.game, offer.from);
    const int taker_surplus = hall_.first_side_surplus(offer.terms.game, taker);
    if (maker_surplus != taker_surplus)
        return maker_surplus < taker_surplus ? Side::first : Side::second;
    return (secrets_.random(1).front() & 1) != 0 ? Side::first : Side::second;
}

}  // namespace kibitz::arena::protocol
