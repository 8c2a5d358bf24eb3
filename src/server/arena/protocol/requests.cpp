// What clients ask for: Front's answer to each kind of message.
#include <algorithm>

#include "arena/fields.hpp"
#include "arena/names.hpp"
#include "arena/protocol/front.hpp"
#include "arena/protocol/message_texts.hpp"
#include "text/plain_text.hpp"

namespace kibitz::arena::protocol {

namespace {

constexpr std::size_t offer_id_bytes = 8;
constexpr std::size_t longest_ledger_text = 256;  // bytes: names of contests, games and vouchers
// Further than any rating can come, whatever a client means by no limit.
constexpr std::int64_t furthest_rating = 1'000'000'000;
// What players may say of their own strength.
constexpr std::int64_t least_own_word = 400, greatest_own_word = 2800;

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

std::unexpected<Refusal> blocked_by(const std::string& player) {
    return refuse(ErrorCode::blocked_by_player, "\"" + player + "\" has blocked you");
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

Front::Answer Front::on(Context& context, const Hello& request) {
    if (!context.connection.player.empty()) return already_logged_in();
    const Account* account = accounts_.find_by_token_hash(secrets_.sha256_hex(request.token));
    if (!account) return refuse(ErrorCode::unknown_token, "that token is nobody's");
    if (account->is_banned)
        return refuse(ErrorCode::banned, "the server's operator has banned you");
    if (const auto refusal = why_not_version(request.version, account->is_bot))
        return std::unexpected(*refusal);
    log_in(context, account->name, request.version);
    Json answer{{"type", "welcome"},
                {"name", account->name},
                {"games", playing_[account->name]},
                {"offers", offers_of(account->name)},
                {"serverTime", to_epoch(context.now)}};
    if (purses_.is_on()) answer["points"] = true;
    if (club_.is_moderator(account->name)) answer.update(role_of(account->name));
    return answer;
}

Front::Answer Front::on(Context& context, const Register& request) {
    if (!context.connection.player.empty()) return already_logged_in();
    // House players have no origin, and names that others may not have.
    const std::string& origin = context.connection.origin;
    const bool is_of_house = origin.empty();
    if (const auto refusal =
            club_.why_not_register(origin, request.invitation, secrets_, context.now))
        return std::unexpected(*refusal);
    if (const auto refusal = is_of_house ? accounts_.why_not_name(request.name)
                                         : accounts_.why_not_name_of_stranger(request.name))
        return std::unexpected(*refusal);
    if (request.owner.size() > Accounts::longest_owner)
        return refuse(ErrorCode::owner_too_long, "the owner's name is too long");
    constexpr text::Rule owners{"owners", Accounts::longest_owner};
    if (const auto refusal = why_not_text(request.owner, owners)) return std::unexpected(*refusal);
    if (const auto refusal = why_not_version(request.version, request.is_bot))
        return std::unexpected(*refusal);
    if (!registrations_.take(origin, context.now))
        return refuse(ErrorCode::too_many_registrations, RegistrationLimit::text);
    if (!is_of_house)
        club_.registered(request.name, request.invitation, secrets_,
                         {"", context.now, context.effects});
    const std::string token = new_token(secrets_);
    context.effects.emplace_back(accounts_.add({.name = request.name,
                                                .owner = request.owner,
                                                .registered = context.now,
                                                .is_bot = request.is_bot,
                                                .token_hash = secrets_.sha256_hex(token)}));
    log_in(context, request.name, request.version);
    Json answer{{"type", "registered"}, {"name", request.name}, {"token", token}};
    if (purses_.is_on()) answer["points"] = true;
    return answer;
}

void Front::log_in(Context& context, const std::string& player, const std::string& version) {
    context.connection.player = player;
    versions_[player] = version;
    auto& connections = present_[player];
    if (connections.empty())
        send_to_lobby({{"type", "player"}, {"player", listing_of(*accounts_.find(player))}},
                      context.effects);
    connections.insert(context.id);
    context.has_logged_in = true;
    note_change(context.id, context.connection);
    contests_.touch();
}

void Front::rejoin(const GameId& game, const std::string& player, Time now, Effects& effects) {
    (void)hall_.act(game, *hall_.find(game)->side_of(player), Reconnect{}, now, effects);
}

void Front::show_own_games(Context& context) {
    const std::string& player = context.connection.player;
    for (const GameId& game : std::set(playing_[player])) {
        rejoin(game, player, context.now, context.effects);
        send_state(context.id, game, *hall_.find(game), context.now, context.effects);
    }
}

Front::Answer Front::on(Context& context, const MakeOffer& request) {
    const std::string& player = context.connection.player;
    if (player.empty()) return log_in_first();
    if (hall_.is_closed()) return refuse(ErrorCode::server_closing, Hall::closed_text);
    if (const auto refusal = why_not_terms(request.terms)) return std::unexpected(*refusal);
    for (const auto& rating : {request.lowest_rating, request.highest_rating})
        if (rating && (*rating < -furthest_rating || *rating > furthest_rating))
            return refuse(ErrorCode::bad_rating_range,
                          "nobody's rating is that far from those that there are");
    if (request.lowest_rating && request.highest_rating &&
        *request.lowest_rating > *request.highest_rating)
        return refuse(ErrorCode::bad_rating_range,
                      "lowestRating is above highestRating: nobody has such a rating");
    const bool is_challenge = request.kind == Offer::Kind::challenge;
    if (is_challenge && request.to == player) return own_opponent();
    if (is_challenge && !present_.contains(request.to))
        return refuse(ErrorCode::player_not_here, "\"" + request.to + "\" is not here");
    if (is_challenge && accounts_.has_blocked(request.to, player)) return blocked_by(request.to);
    Offer offer{.id = to_hex(secrets_.random(offer_id_bytes)),
                .kind = request.kind,
                .from = player,
                .to = request.to,
                .terms = request.terms,
                .side = request.side,
                .rating = ratings_.at(request.terms.game, player, context.now).rating,
                .made = context.now};
    // Their own word counts until there are results: a beginner is not yet an average player.
    if (request.strength && ratings_.games(request.terms.game, player) == 0)
        offer.rating =
            static_cast<double>(std::clamp(*request.strength, least_own_word, greatest_own_word));
    if (request.lowest_rating) offer.lowest_rating = static_cast<double>(*request.lowest_rating);
    if (request.highest_rating) offer.highest_rating = static_cast<double>(*request.highest_rating);

    if (request.kind == Offer::Kind::seek) {
        const auto meetings = [&](const std::string& opponent) -> std::optional<int> {
            if (accounts_.has_blocked(player, opponent) || accounts_.has_blocked(opponent, player))
                return std::nullopt;
            return hall_.meetings(request.terms.game, "", player, opponent);
        };
        if (const Offer* found = offers_.match(offer, meetings)) {
            // What the taker wants is what the one that waited left open.
            Offer taken = *found;
            if (!taken.side && offer.side) taken.side = ~*offer.side;
            return start(context, taken, player);
        }
    }
    if (!offers_.add(offer, context.effects))
        return refuse(ErrorCode::too_many_offers, "you have too many offers already");
    if (request.kind == Offer::Kind::seek)
        send_to_lobby({{"type", "offer"}, {"offer", to_json(offer)}}, context.effects);
    if (is_challenge)
        send_to_player(offer.to, {{"type", "offer"}, {"offer", to_json(offer)}}, context.effects);
    return Json{{"offer", offer.id}};
}

Front::Answer Front::on(Context& context, const Accept& request) {
    const std::string& player = context.connection.player;
    if (player.empty()) return log_in_first();
    const Offer* offer = offers_.find(request.offer);
    if (!offer || !is_for(*offer, player)) return no_such_offer();
    if (offer->from == player) return own_opponent();
    if (accounts_.has_blocked(offer->from, player)) return blocked_by(offer->from);
    const double rating = ratings_.at(offer->terms.game, player, context.now).rating;
    if (rating < offer->lowest_rating || rating > offer->highest_rating)
        return refuse(ErrorCode::rating_not_wanted, "the offer is for other ratings than yours");
    return start(context, Offer(*offer), player);
}

Front::Answer Front::on(Context& context, const Decline& request) {
    const Offer* offer = offers_.find(request.offer);
    if (!offer || offer->kind != Offer::Kind::challenge || offer->to != context.connection.player)
        return refuse(ErrorCode::no_such_offer, "there is no such challenge");
    send_to_player(offer->from, {{"type", "declined"}, {"offer", offer->id}}, context.effects);
    remove_offer(request.offer, context.effects);
    return Json::object();
}

Front::Answer Front::on(Context& context, const Cancel& request) {
    const Offer* offer = offers_.find(request.offer);
    if (!offer || offer->from != context.connection.player)
        return refuse(ErrorCode::no_such_offer, "there is no such offer of yours");
    remove_offer(request.offer, context.effects);
    return Json::object();
}

Front::Answer Front::on(Context& context, const ShowOffer& request) {
    const std::string& player = context.connection.player;
    const Offer* offer = offers_.find(request.offer);
    if (!offer || (!is_for(*offer, player) && offer->from != player)) return no_such_offer();
    return Json{{"type", "offer"}, {"offer", to_json(*offer)}};
}

Front::Answer Front::on(Context& context, const Play& request) {
    const LiveGame* game = hall_.find(request.game);
    const auto side = game && !context.connection.player.empty()
                          ? game->side_of(context.connection.player)
                          : std::nullopt;
    if (!side) return refuse(ErrorCode::not_your_game, "you play in no such game");
    GameAction action = request.action;
    if (std::holds_alternative<SendChat>(action) &&
        accounts_.find(context.connection.player)->is_muted)
        return refuse(ErrorCode::muted, "the server's operator has muted you");
    if (const std::string& opponent = game->settings().players[index(~*side)];
        std::holds_alternative<SendChat>(action) &&
        accounts_.has_blocked(opponent, context.connection.player))
        return blocked_by(opponent);
    if (auto* move = std::get_if<MakeMove>(&action))
        move->lag = context.connection.lag.lag() + context.delay;
    return answer_to(hall_.act(request.game, *side, action, context.now, context.effects));
}

Front::Answer Front::on(Context& context, const Watch& request) {
    std::optional<LiveGame> stored;
    const LiveGame* game =
        find_or_replay(hall_, find_game_, request.game, *accounts_.forgotten(), stored);
    if (!game) return refuse(ErrorCode::no_such_game, "there is no such game");
    if (!stored) {
        auto& watched = context.connection.watched;
        if (!watched.contains(request.game) && watched.size() >= most_games_watched)
            return refuse(ErrorCode::too_many_games_watched, "you watch too many games already");
        begin_to_watch(context, request.game, request.is_preview);
    }
    const auto& events = game->events();
    const std::size_t known = static_cast<std::size_t>(request.after.value_or(0));
    if (request.after && known <= events.size() && events.size() - known <= most_events_replayed) {
        for (std::size_t i = known; i < events.size(); ++i)
            send(context.effects, context.id, event_message(request.game, events[i]));
    } else {
        send_state(context.id, request.game, *game, context.now, context.effects);
    }
    return Json::object();
}

void Front::begin_to_watch(Context& context, const GameId& game, bool is_preview) {
    context.connection.watched.insert(game);
    if (is_preview)
        context.connection.previewed.insert(game);
    else
        context.connection.previewed.erase(game);
    note_change(context.id, context.connection);
    watchers_[game].insert(context.id);
    audience_changed(game, context.now);
}

Front::Answer Front::on(Context& context, const Unwatch& request) {
    if (context.connection.watched.erase(request.game) == 0)
        return refuse(ErrorCode::not_watched, "you do not watch that game");
    note_change(context.id, context.connection);
    context.connection.previewed.erase(request.game);
    context.connection.missed.erase(request.game);
    const auto watchers = watchers_.find(request.game);
    watchers->second.erase(context.id);
    if (watchers->second.empty()) watchers_.erase(watchers);
    audience_changed(request.game, context.now);
    return Json::object();
}

Front::Answer Front::on(Context& context, const WatchLobby&) {
    lobby_.insert(context.id);
    context.connection.has_missed_lobby = false;
    note_change(context.id, context.connection);
    return lobby_message();
}

Front::Answer Front::on(Context& context, const UnwatchLobby&) {
    lobby_.erase(context.id);
    context.connection.has_missed_lobby = false;
    note_change(context.id, context.connection);
    return Json::object();
}

Front::Answer Front::on(Context& context, const CreateContest& request) {
    if (context.connection.player.empty()) return log_in_first();
    ContestSettings settings = request.settings;
    settings.organiser = context.connection.player;
    return answer_to(prizes_.create(settings, request.prize, context.now, context.effects));
}

Front::Answer Front::on(Context& context, const JoinContest& request) {
    const std::string& player = context.connection.player;
    if (player.empty()) return log_in_first();
    return answer_to(prizes_.join(request.contest, player, context.now, context.effects));
}

Front::Answer Front::on(Context& context, const LeaveContest& request) {
    const std::string& player = context.connection.player;
    if (player.empty()) return log_in_first();
    return answer_to(contests_.leave(request.contest, player, context.now, context.effects));
}

Front::Answer Front::on(Context& context, const StartContest& request) {
    const std::string& player = context.connection.player;
    if (player.empty()) return log_in_first();
    return answer_to(contests_.start(request.contest, player, context.now, context.effects));
}

Front::Answer Front::on(Context&, const ShowContest& request) {
    auto contest = contests_.shown(request.contest);
    if (!contest) return refuse(ErrorCode::no_such_contest, "there is no such contest");
    if (auto prize = purses_.prize(request.contest)) (*contest)["prize"] = *std::move(prize);
    return Json{{"type", "contest"}, {"contest", *std::move(contest)}};
}

Front::Answer Front::on(Context&, const ListContests&) {
    return Json{{"type", "contests"}, {"contests", contests_.listed()}};
}

Front::Answer Front::on(Context& context, const Block& request) {
    const std::string& player = context.connection.player;
    if (player.empty()) return log_in_first();
    if (request.player == player)
        return refuse(ErrorCode::bad_field, "the field \"player\" is your own name");
    if (!accounts_.find(request.player))
        return refuse(ErrorCode::no_such_player, "there is no such player");
    if (accounts_.has_blocked(player, request.player) == request.is_blocked) return Json::object();
    if (request.is_blocked && accounts_.find(player)->blocked.size() >= Accounts::most_blocked)
        return refuse(ErrorCode::too_many_blocked, "you have blocked too many players already");
    context.effects.emplace_back(accounts_.block(player, request.player, request.is_blocked));
    if (!request.is_blocked) return Json::object();
    for (const std::string& offer : offers_.made_by(request.player, Offer::Kind::challenge))
        if (offers_.find(offer)->to == player) remove_offer(offer, context.effects);
    return Json::object();
}

Front::Answer Front::on(Context& context, const ListBlocked&) {
    if (context.connection.player.empty()) return log_in_first();
    return Json{{"type", "blocked"},
                {"players", accounts_.find(context.connection.player)->blocked}};
}

// The server checks that the key's owner goes by this name, so that nobody claims the key of
// somebody else.
Front::Answer Front::on(Context& context, const ChangeLetterKey& request) {
    const std::string& player = context.connection.player;
    if (player.empty()) return log_in_first();
    const bool is_removal = request.key.empty() && request.signature.empty();
    if (!is_removal &&
        !secrets_.is_signed_by(request.key, Accounts::letter_name_text(player), request.signature))
        return refuse(ErrorCode::bad_letter_key,
                      "that is no key for letters, or its owner has not signed your name");
    const Account& account = *accounts_.find(player);
    if (account.letter_key != request.key || account.letter_signature != request.signature)
        context.effects.emplace_back(
            accounts_.change_letter_key(player, request.key, request.signature));
    return Json::object();
}

// Only of a game that is under way or not long over: reports of old ones would have to wait for the
// store.
Front::Answer Front::on(Context& context, const ReportPlayer& request) {
    const std::string& player = context.connection.player;
    if (player.empty()) return log_in_first();
    const LiveGame* game = hall_.find(request.game);
    if (!game) return refuse(ErrorCode::no_such_game, "there is no such game any more");
    if (request.player == player)
        return refuse(ErrorCode::bad_field, "the field \"player\" is your own name");
    if (!game->side_of(request.player))
        return refuse(ErrorCode::no_such_player, "that player does not play in the game");
    return answer_to(moderation_.report({.time = context.now,
                                         .from = player,
                                         .player = request.player,
                                         .game = request.game,
                                         .text = request.text,
                                         .chat = chat_of(game->events())},
                                        context.effects));
}

std::optional<Refusal> Front::number_players(Context& context, Json& details) {
    for (const char* const name : {"to", "winner"}) {
        if (!details.is_object() || !details.contains(name) || details[name].is_null()) continue;
        const auto player = text_field(details, name);
        if (!player || !accounts_.find(*player))
            return Refusal{ErrorCode::no_such_player, "there is no such player"};
        if (accounts_.has_blocked(*player, context.connection.player))
            return Refusal{ErrorCode::blocked_by_player, "\"" + *player + "\" has blocked you"};
        details[name] = purses_.number_of(*player, context.effects).number;
    }
    return std::nullopt;
}

std::expected<Json, Refusal> Front::ledger_details(Context& context, Json details) {
    if (context.connection.player.empty()) return log_in_first();
    constexpr text::Rule texts{"texts of the ledger", longest_ledger_text};
    for (const Json& detail : details)
        if (const auto* const words = detail.get_ptr<const std::string*>())
            if (const auto refusal = why_not_text(*words, texts)) return std::unexpected(*refusal);
    if (const auto refusal = number_players(context, details)) return std::unexpected(*refusal);
    return details;
}

Front::Answer Front::on(Context& context, const ActInLedger& request) {
    auto details = ledger_details(context, request.details);
    if (!details) return std::unexpected(details.error());
    const auto done = purses_.act({.player = context.connection.player,
                                   .action = request.action,
                                   .details = *std::move(details),
                                   .reference = request.reference,
                                   .signature = request.signature},
                                  context.now, context.effects);
    if (!done) return std::unexpected(done.error());
    return Json{{"fact", done->number}};
}

Front::Answer Front::on(Context& context, const ShowTextToSign& request) {
    auto details = ledger_details(context, request.details);
    if (!details) return std::unexpected(details.error());
    auto text = purses_.text_to_sign({.player = context.connection.player,
                                      .action = request.action,
                                      .details = *std::move(details),
                                      .reference = request.reference,
                                      .signature = {}},
                                     context.effects);
    if (!text) return std::unexpected(text.error());
    return Json{{"type", "ledgerText"}, {"text", *std::move(text)}};
}

Front::Answer Front::on(Context& context, const ShowPurse&) {
    const std::string& player = context.connection.player;
    if (player.empty()) return log_in_first();
    Json purse = purses_.purse(player, context.now);
    purse["type"] = "purse";
    return purse;
}

Front::Answer Front::on(Context&, const ShowBook& request) {
    const auto lots = ledger::Voucher::named(request.lots),
               price = ledger::Voucher::named(request.price);
    if (!lots || !price) return refuse(ErrorCode::bad_token, "that is no name of vouchers");
    Json book = purses_.book(*lots, *price);
    book["type"] = "book";
    return book;
}

Front::Answer Front::on(Context& context, const Ping&) {
    return Json{{"type", "pong"}, {"serverTime", to_epoch(context.now)}};
}

Front::Answer Front::start(Context& context, const Offer& offer, const std::string& taker) {
    const Side maker = side_of_maker(offer, taker);
    Contest::Players players;
    players[index(maker)] = offer.from;
    players[index(~maker)] = taker;
    const GameSettings settings = settings_for(offer.terms, players);
    // The game of a challenge has the challenge's id: clients of the Bot API rely on it.
    const auto id = hall_.start(settings, context.now, context.effects, /*introduce=*/{},
                                offer.kind == Offer::Kind::challenge ? GameId(offer.id) : GameId());
    if (!id) return std::unexpected(id.error());
    remove_offer(offer.id, context.effects);
    // Who made a link may be away when it is taken.
    if (!present_.contains(offer.from))
        (void)hall_.act(*id, maker, Disconnect{}, context.now, context.effects);
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
