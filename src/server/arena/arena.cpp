#include "arena/arena.hpp"

#include <algorithm>

#include "arena/fields.hpp"
#include "arena/names.hpp"
#include "arena/serialiser.hpp"
#include "ledger/facts.hpp"

namespace kibitz::arena {

namespace {

// What is done to the arena at one time. Its end begins the games that contests have paired by
// then and tells moderators how many reports are open, whichever way the turn ends.
class Turn {
   public:
    Turn(protocol::Front& front, Time now, Effects& effects)
        : front_(front), now_(now), effects_(effects) {}
    ~Turn() {
        front_.start_contest_games(now_, effects_);
        front_.tell_moderators(effects_);
    }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

   private:
    protocol::Front& front_;
    Time now_;
    Effects& effects_;
};

std::unexpected<Refusal> no_such_player() {
    return refuse(ErrorCode::no_such_player, "there is no such player");
}

Arena::Done done(const Purses::Recorded& recorded) {
    if (!recorded) return std::unexpected(recorded.error());
    return {};
}

constexpr const char* kept_out_text = "this network is kept out at present";

// A stream that is no game's gives no events.
FindGame games_out_of(const ReadStream& read) {
    return [read](const GameId& id, const Renames& shown) {
        std::vector<GameEvent> events;
        for (const LogEntry& entry : read({id})) {
            auto event = game_event_of(entry.fact);
            if (!event) return std::vector<GameEvent>();
            conceal(*event, shown);
            events.push_back(*std::move(event));
        }
        return events;
    };
}

}  // namespace

Arena::Arena(Secrets& secrets, const ReadStream& read)
    : secrets_(secrets),
      hall_(secrets),
      contests_(accounts_, hall_, read),
      purses_(secrets),
      battlebot_(accounts_, hall_, secrets),
      battlebot_http_(accounts_, club_, registrations_, hall_, contests_, secrets,
                      games_out_of(read)),
      kibitz_(accounts_, registrations_, hall_, contests_, moderation_, club_, *this, purses_,
              secrets, games_out_of(read)),
      kibitz_http_(accounts_, hall_, contests_, kibitz_.ratings(), kibitz_.results(), purses_,
                   secrets, games_out_of(read), read) {}

Replayed Arena::replay(const LogEntry& entry) {
    if (entry.stream == Accounts::stream) return replay_account(entry);
    if (entry.stream == Offers::stream) return kibitz_.replay_offer(entry);
    if (entry.stream == Moderation::stream) return moderation_.replay(entry);
    if (entry.stream == Club::stream) return club_.replay(entry);
    if (Contests::has_stream(entry.stream)) return contests_.replay(entry);
    if (Purses::has_stream(entry.stream)) return purses_.replay(entry);
    return replay_game(entry);
}

Replayed Arena::replay_account(const LogEntry& entry) {
    if (auto replayed = accounts_.replay(entry); !replayed) return replayed;
    const auto type = text_field(entry.fact, "type");
    if (type == "renamed" || type == "forgotten")
        keep_books_of_renamed(*text_field(entry.fact, "name"), *text_field(entry.fact, "to"),
                              type == "forgotten");
    if (type == "forgotten") keep_books_of_forgotten();
    return {};
}

Replayed Arena::replay_game(const LogEntry& entry) {
    if (auto replayed = hall_.replay(entry); !replayed) return replayed;
    const LiveGame& game = *hall_.find(entry.stream);
    const GameEvent& event = game.events().back();
    contests_.replay_event(entry.stream, game, event);
    if (std::holds_alternative<Ended>(event.fact))
        kibitz_.keep_result(summary_of(entry.stream, game));
    return {};
}

void Arena::keep_books_of_renamed(const std::string& name, const std::string& to,
                                  bool is_forgotten) {
    club_.rename(name, to, is_forgotten);
    hall_.rename(name, to);
    kibitz_.rename(name, to);
    purses_.rename(name, to);
}

void Arena::keep_books_of_forgotten() {
    hall_.conceal(*accounts_.forgotten());
    moderation_.conceal(*accounts_.forgotten());
}

void Arena::serialise(Serialiser& s) {
    auto& [secrets, accounts, registrations, hall, contests, moderation, club, purses, battlebot,
           battlebot_http, kibitz, kibitz_http, seats] = *this;
    s(accounts, hall, contests, moderation, club, purses, kibitz);
}

std::string Arena::save() {
    Serialiser s;
    serialise(s);
    return s.bytes();
}

bool Arena::load(std::string_view saved) {
    Serialiser s(saved);
    serialise(s);
    return !s.has_failed() && s.is_at_end();
}

void Arena::resume(Time now, Effects& effects) {
    const Turn turn(kibitz_, now, effects);
    kibitz_.restore(now, effects);
    hall_.resume(now, effects);
    contests_.tick(now);
}

bool Arena::turns_away(ConnectionId id, std::string_view origin, Time now, Effects& effects) const {
    if (origin.empty() || !club_.is_kept_out(origin, now)) return false;
    effects.emplace_back(Close{id, close_policy, kept_out_text});
    return true;
}

void Arena::open(ConnectionId id, Protocol protocol, Time now, Effects& effects,
                 std::string_view origin) {
    if (turns_away(id, origin, now, effects)) return;
    seats_.emplace(id, Seat{protocol, std::string(origin)});
    if (protocol == Protocol::battlebot)
        battlebot_.open(id, now, effects);
    else
        kibitz_.open(id, origin);
}

void Arena::reopen(ConnectionId id, const protocol::Resumption& from, Time now, Effects& effects,
                   std::string_view origin) {
    const Turn turn(kibitz_, now, effects);
    if (turns_away(id, origin, now, effects)) return;
    seats_.emplace(id, Seat{Protocol::kibitz, std::string(origin)});
    kibitz_.reopen(id, origin, from, now, effects);
}

void Arena::receive(ConnectionId id, std::string_view text, Time now, Effects& effects,
                    Milliseconds delay) {
    const Turn turn(kibitz_, now, effects);
    const auto seat = seats_.find(id);
    if (seat == seats_.end()) return;
    if (seat->second.protocol == Protocol::battlebot)
        battlebot_.receive(id, text, now, effects);
    else
        kibitz_.receive(id, text, now, effects, delay);
}

void Arena::lose(ConnectionId id, Time now, Effects& effects) {
    const Turn turn(kibitz_, now, effects);
    if (seats_.erase(id) == 0) return;
    battlebot_.lose(id, now, effects);
    kibitz_.lose(id, now, effects);
}

void Arena::measured(ConnectionId id, Milliseconds round_trip) { kibitz_.measured(id, round_trip); }

void Arena::slow(ConnectionId id, bool is_slow, Time now, Effects& effects) {
    kibitz_.slow(id, is_slow, now, effects);
}

std::optional<HttpAnswer> Arena::request(std::string_view method, std::string_view path,
                                         std::string_view body, Time now, Effects& effects,
                                         std::string_view origin, std::string_view token) {
    if (auto answer = kibitz_http_.answer(method, path, now, token)) return answer;
    return battlebot_http_.answer(method, path, body, now, effects, origin);
}

std::optional<std::string> Arena::notation(const GameId& id, Time now, const Renames& shown) const {
    const LiveGame* game = hall_.find(id);
    return game ? kibitz_http_.notation(id, *game, now, shown) : std::nullopt;
}

Arena::Done Arena::abort(const GameId& game, Time now, Effects& effects) {
    const Turn turn(kibitz_, now, effects);
    if (!hall_.abort(game, now, effects))
        return refuse(ErrorCode::no_such_game, "there is no such game under way");
    return {};
}

Arena::Done Arena::ban(const std::string& name, bool is_banned, Time now, Effects& effects) {
    const Turn turn(kibitz_, now, effects);
    const Account* account = accounts_.find(name);
    if (!account) return no_such_player();
    if (account->is_banned == is_banned)
        return is_banned ? refuse(ErrorCode::already_banned, "that player is banned already")
                         : refuse(ErrorCode::not_banned, "that player is not banned");
    effects.emplace_back(accounts_.ban(name, is_banned));
    if (!is_banned) return {};
    kibitz_.resign_all(name, now, effects);
    for (const auto& [contest, state] : contests_.all())
        (void)contests_.leave(contest, name, now, effects);
    kibitz_.disconnect(name, "the server's operator has banned you", now, effects);
    battlebot_.disconnect(name, now, effects);
    return {};
}

Arena::Done Arena::mute(const std::string& name, bool is_muted, Effects& effects) {
    const Account* account = accounts_.find(name);
    if (!account) return no_such_player();
    if (account->is_muted == is_muted)
        return is_muted ? refuse(ErrorCode::already_muted, "that player is muted already")
                        : refuse(ErrorCode::not_muted, "that player is not muted");
    effects.emplace_back(accounts_.mute(name, is_muted));
    return {};
}

std::expected<std::string, Refusal> Arena::renew_token(const std::string& name, Time now,
                                                       Effects& effects) {
    std::string token = new_token(secrets_);
    const auto done = replace_token(name, secrets_.sha256_hex(token),
                                    "the server's operator has renewed your token", now, effects);
    if (!done) return std::unexpected(done.error());
    return token;
}

Arena::Done Arena::revoke_token(const std::string& name, Time now, Effects& effects) {
    const Account* account = accounts_.find(name);
    if (account && account->classic_game.empty() && account->token_hash.empty())
        return refuse(ErrorCode::no_token, "that player has no token");
    return replace_token(name, "", "the server's operator has revoked your token", now, effects);
}

std::expected<std::string, Refusal> Arena::recover_name(const std::string& letter_key,
                                                        const std::string& name, Time now,
                                                        Effects& effects) {
    const auto owned = accounts_.find_by_letter_key(letter_key);
    const auto found = std::ranges::find(owned, name, &Account::name);
    if (found == owned.end())
        return refuse(ErrorCode::no_such_player,
                      "nobody of this name has shown that key as theirs");
    if ((*found)->token_hash.empty())
        return refuse(ErrorCode::no_token,
                      "the server's operator has taken this name's token away");
    std::string token = new_token(secrets_);
    const auto done =
        replace_token(name, secrets_.sha256_hex(token),
                      "your name was taken to another device with its key", now, effects);
    if (!done) return std::unexpected(done.error());
    return token;
}

Arena::Done Arena::replace_token(const std::string& name, const std::string& hash,
                                 const char* reason, Time now, Effects& effects) {
    const Turn turn(kibitz_, now, effects);
    const Account* account = accounts_.find(name);
    if (!account) return no_such_player();
    if (account->is_forgotten)
        return refuse(ErrorCode::no_token, "that player's data has been deleted");
    if (!account->classic_game.empty())
        return refuse(ErrorCode::no_token, "bots of the battlebot protocol have no token");
    effects.emplace_back(accounts_.change_token(name, hash));
    kibitz_.disconnect(name, reason, now, effects);
    return {};
}

Arena::Done Arena::rename(const std::string& name, const std::string& to, Time now,
                          Effects& effects) {
    const Account* account = accounts_.find(name);
    if (!account || account->is_forgotten) return no_such_player();
    if (const auto refusal = accounts_.why_not_name(to)) return std::unexpected(*refusal);
    if (const auto refusal = why_busy(name)) return std::unexpected(*refusal);
    kibitz_.disconnect(name, "the server's operator has renamed you: log in again", now, effects);
    effects.emplace_back(accounts_.rename(name, to));
    keep_books_of_renamed(name, to, false);
    return {};
}

std::optional<Refusal> Arena::why_busy(const std::string& name) const {
    const auto takes_part = [&](const auto& entry) {
        const Contest& contest = *entry.second;
        return contest.stage() != Contest::Stage::over &&
               (contest.settings().organiser == name ||
                std::ranges::find(contest.players(), name) != contest.players().end());
    };
    const bool is_classic = !accounts_.find(name)->classic_game.empty();
    if (kibitz_.is_playing(name) || (is_classic && battlebot_.is_here(name)))
        return Refusal{ErrorCode::player_is_playing,
                       "that player is playing: abort their games first, or wait for them"};
    if (std::ranges::any_of(contests_.all(), takes_part))
        return Refusal{ErrorCode::player_in_contest,
                       "that player is in a contest that is not over, or organises it"};
    return std::nullopt;
}

Arena::Done Arena::forget(const std::string& name, Time now, Effects& effects) {
    const Turn turn(kibitz_, now, effects);
    const Account* account = accounts_.find(name);
    if (!account || account->is_forgotten) return no_such_player();
    if (const auto refusal = why_busy(name)) return std::unexpected(*refusal);
    kibitz_.disconnect(name, "your data has been deleted", now, effects);
    const LogEntry entry = accounts_.forget(name);
    effects.emplace_back(entry);
    keep_books_of_renamed(name, *text_field(entry.fact, "to"), true);
    keep_books_of_forgotten();
    return {};
}

// --- Who may come in ---

void Arena::set_registration(Registration registration, Time now, Effects& effects) {
    club_.set_registration(registration, {"", now, effects});
}

std::expected<std::string, Refusal> Arena::invite(const Club::NewInvitation& wanted, Time now,
                                                  Effects& effects) {
    return club_.invite(wanted, secrets_, {"", now, effects});
}

Arena::Done Arena::revoke_invitation(std::int64_t number, Time now, Effects& effects) {
    return club_.revoke_invitation(number, {"", now, effects});
}

Arena::Done Arena::set_moderator(const std::string& name, bool is_moderator, Time now,
                                 Effects& effects) {
    const Account* account = accounts_.find(name);
    if (!account || account->is_forgotten || !account->classic_game.empty())
        return no_such_player();
    club_.set_moderator(name, is_moderator, {"", now, effects});
    kibitz_.tell_role(name, effects);
    return {};
}

Arena::Done Arena::bar_network(const std::string& network, bool is_for_names_only,
                               std::int64_t hours, Time now, Effects& effects) {
    return bar(network, is_for_names_only, hours, {"", now, effects});
}

Arena::Done Arena::bar(const std::string& network, bool is_for_names_only, std::int64_t hours,
                       const Club::Change& change) {
    const auto barred = club_.bar(network, is_for_names_only, hours, change);
    if (!barred) return std::unexpected(barred.error());
    if (is_for_names_only) return {};
    std::set<ConnectionId> there;  // in the same order everywhere
    for (const auto& [id, seat] : seats_)
        if (club_.is_kept_out(seat.origin, change.now)) there.insert(id);
    for (const ConnectionId id : there) {
        change.effects.emplace_back(Close{id, close_policy, kept_out_text});
        lose(id, change.now, change.effects);
    }
    return {};
}

Arena::Done Arena::free_network(const std::string& network, Time now, Effects& effects) {
    return club_.free(network, {"", now, effects});
}

std::set<std::string> Arena::networks_of(const std::string& name) const {
    std::set<std::string> networks;
    if (const auto present = kibitz_.present().find(name); present != kibitz_.present().end())
        for (const ConnectionId id : present->second)
            if (const std::string& origin = seats_.at(id).origin; !origin.empty())
                networks.insert(origin);
    return networks;
}

std::optional<Refusal> Arena::why_no_link(const std::string& name) const {
    const Account* account = accounts_.find(name);
    if (!account || account->is_forgotten)
        return Refusal{ErrorCode::no_such_player, "there is no such player"};
    if (!account->classic_game.empty())
        return Refusal{ErrorCode::no_token, "bots of the battlebot protocol have no token"};
    if (account->token_hash.empty())
        return Refusal{ErrorCode::no_token,
                       "the server's operator has taken this name's token away"};
    return std::nullopt;
}

std::expected<std::string, Refusal> Arena::make_sign_in_link(const std::string& name, Time now,
                                                             Effects& effects) {
    if (const auto refusal = why_no_link(name)) return std::unexpected(*refusal);
    return club_.make_link(name, secrets_, {"", now, effects});
}

std::optional<Refusal> Arena::why_not_theirs(const std::string& name) const {
    if (!club_.is_moderator(name)) return std::nullopt;
    return Refusal{ErrorCode::player_is_moderator,
                   "that player is a moderator, which is for the server's operator to decide"};
}

Arena::Done Arena::mute_as(const std::string& /*by*/, const std::string& name, bool is_muted,
                           Effects& effects) {
    if (const auto refusal = why_not_theirs(name)) return std::unexpected(*refusal);
    return mute(name, is_muted, effects);
}

Arena::Done Arena::ban_as(const std::string& /*by*/, const std::string& name, bool is_banned,
                          Time now, Effects& effects) {
    if (const auto refusal = why_not_theirs(name)) return std::unexpected(*refusal);
    return ban(name, is_banned, now, effects);
}

Arena::Done Arena::bar_as(const std::string& by, const std::string& network, bool is_for_names_only,
                          std::int64_t hours, Time now, Effects& effects) {
    const auto wanted = Network::parse(network);
    for (const std::string& moderator : club_.moderators())
        for (const std::string& origin : networks_of(moderator))
            if (const auto place = Network::parse(origin);
                !is_for_names_only && wanted && place && wanted->contains(*place))
                return refuse(ErrorCode::player_is_moderator,
                              "a moderator is here from that network");
    return bar(network, is_for_names_only, hours, {by, now, effects});
}

Arena::Done Arena::bar_player_as(const std::string& by, const std::string& name,
                                 bool is_for_names_only, std::int64_t hours, Time now,
                                 Effects& effects) {
    const auto networks = networks_of(name);
    if (networks.empty())
        return refuse(ErrorCode::player_not_here,
                      "\"" + name + "\" is not here, so that nobody knows their network");
    for (const std::string& network : networks)
        if (auto done = bar_as(by, network, is_for_names_only, hours, now, effects); !done)
            return done;
    return {};
}

std::expected<std::string, Refusal> Arena::make_link_as(const std::string& by,
                                                        const std::string& name, Time now,
                                                        Effects& effects) {
    if (const auto refusal = why_not_theirs(name)) return std::unexpected(*refusal);
    if (const auto refusal = why_no_link(name)) return std::unexpected(*refusal);
    return club_.make_link(name, secrets_, {by, now, effects});
}

Arena::Done Arena::create_contest(const ContestSettings& settings, Time now, Effects& effects,
                                  const std::optional<Prize>& prize) {
    return kibitz_.prizes().create(settings, prize, now, effects);
}

Arena::Done Arena::start_contest(const std::string& contest, Time now, Effects& effects) {
    const Turn turn(kibitz_, now, effects);
    const Contest* found = contests_.find(contest);
    const std::string organiser = found ? found->settings().organiser : "";
    return contests_.start(contest, organiser, now, effects);
}

Arena::Done Arena::close_contest(const std::string& contest, Time now, Effects& effects) {
    const Turn turn(kibitz_, now, effects);
    return contests_.close(contest, now, effects);
}

Arena::Done Arena::grant_points(const std::string& name, std::int64_t amount, Time now,
                                Effects& effects) {
    const Account* account = accounts_.find(name);
    if (!account || account->is_forgotten) return no_such_player();
    const ledger::Player player = purses_.number_of(name, effects);
    return done(purses_.record(ledger::Grant{amount, player}, now, effects));
}

Arena::Done Arena::freeze_purse(const std::string& name, bool is_frozen, Time now,
                                Effects& effects) {
    if (!accounts_.find(name)) return no_such_player();
    const ledger::Player player = purses_.number_of(name, effects);
    return done(purses_.record(ledger::Freeze{is_frozen, player}, now, effects));
}

Arena::Done Arena::release_key(const std::string& name, Time now, Effects& effects) {
    if (!accounts_.find(name)) return no_such_player();
    const ledger::Player player = purses_.number_of(name, effects);
    return done(purses_.record(ledger::ReleaseKey{player}, now, effects));
}

Arena::Done Arena::create_voucher(const std::string& token, const std::string& trustee,
                                  const std::string& asset, const std::string& terms, Time now,
                                  Effects& effects) {
    const Account* account = accounts_.find(trustee);
    if (!account || account->is_forgotten) return no_such_player();
    const auto voucher = ledger::Voucher::named(token);
    const bool is_readable =
        !why_unreadable(token) && !why_unreadable(asset) && !why_unreadable(terms);
    if (!voucher || !is_readable)
        return refuse(ErrorCode::bad_token, "a voucher has a name such as coaching-hour@Club");
    const ledger::Player player = purses_.number_of(trustee, effects);
    return done(
        purses_.record(ledger::CreateVoucher{asset, terms, *voucher, player}, now, effects));
}

Arena::Done Arena::decide_dispute(std::int64_t redemption, bool is_burned, Time now,
                                  Effects& effects) {
    return done(purses_.record(ledger::DecideDispute{is_burned, {redemption}}, now, effects));
}

Arena::Done Arena::close_report(std::int64_t report, const std::string& note, Time now,
                                Effects& effects) {
    const Turn turn(kibitz_, now, effects);
    return moderation_.close(report, note, now, effects);
}

void Arena::drain(bool is_on, Time now, Effects& effects) {
    const Turn turn(kibitz_, now, effects);
    if (is_on == is_draining()) return;
    hall_.close(is_on);
    if (is_on) return kibitz_.warn_all(Hall::closed_text, effects);
    kibitz_.warn_all("new games can begin again", effects);
    contests_.touch();
    battlebot_.pair_waiting(now, effects);
}

std::size_t Arena::games_to_finish() const {
    return static_cast<std::size_t>(std::ranges::count_if(
        hall_.live_games(), [&](const auto& id) { return hall_.find(id)->settings().is_classic; }));
}

std::map<std::string, std::size_t> Arena::players_here() const {
    std::map<std::string, std::size_t> players;
    for (const auto& [name, connections] : kibitz_.present()) players[name] = connections.size();
    return players;
}

std::optional<Time> Arena::deadline() const {
    std::optional<Time> earliest;
    for (const auto& due :
         {hall_.deadline(), battlebot_.deadline(), contests_.deadline(), kibitz_.deadline()})
        keep_earliest(earliest, due);
    return earliest;
}

void Arena::tick(Time now, Effects& effects) {
    const Turn turn(kibitz_, now, effects);
    hall_.tick(now, effects);
    battlebot_.tick(now, effects);
    kibitz_.tick(now, effects);
    contests_.tick(now);
}

}  // namespace kibitz::arena
