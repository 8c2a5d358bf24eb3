// Arena: the whole as one state machine. The server passes it what happens on the sockets and
// carries out its effects (effects.hpp). It starts no threads, reads no clock and does no
// I/O; the same events give the same arena.
//
//     Arena arena(secrets, read);
//     replay(*store, [&](const LogEntry& entry) { arena.replay(entry); });
//     arena.resume(now, effects);
//     ... arena.receive(connection, text, now, effects); arena.tick(arena.deadline(), effects); ...
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>

#include "arena/battlebot/front.hpp"
#include "arena/battlebot/http.hpp"
#include "arena/club.hpp"
#include "arena/moderation.hpp"
#include "arena/protocol/deeds.hpp"
#include "arena/protocol/front.hpp"
#include "arena/protocol/http.hpp"
#include "arena/purses.hpp"
#include "arena/registration_limit.hpp"

namespace kibitz::arena {

enum class Protocol : std::uint8_t {
    battlebot,  // docs/battlebot.md
    kibitz,     // docs/protocol.md
};

class Arena : private protocol::Deeds {
   public:
    // `secrets` has the same key at every start. `read` gives back what is in the log of games and
    // contests that are no longer kept here: store::stored_stream(). It may be called from the
    // thread that finishes answers.
    Arena(Secrets& secrets, const ReadStream& read);

    // An entry of the log, in order, before anything else. An entry that is refused changes
    // nothing; the arena is then not the one that wrote the log.
    Replayed replay(const LogEntry& entry);
    // The state that the entries so far have led to, as bytes. To be called only before resume():
    // what connections add is not in it.
    [[nodiscard]] std::string save();
    // Into an arena without entries, in place of the entries that led to it. False if these are
    // not bytes that save() of this version gave; then this arena is of no use any more.
    [[nodiscard]] bool load(std::string_view saved);
    // Higher where save() gives other bytes, or the same entries lead to another state, than in the
    // version before (tests/server/arena/snapshot_test.cpp).
    static constexpr int saved_version = 8;
    // After them: games that were being played wait for their players.
    void resume(Time now, Effects& effects);

    // `origin` is the address it comes from; registrations are limited for each. Those without an
    // origin are not limited.
    void open(ConnectionId id, Protocol protocol, Time now, Effects& effects,
              std::string_view origin = {});
    // The same for a connection of the arena's own protocol that may have been another server's
    // before; changed_sessions() are what the next server will need.
    void reopen(ConnectionId id, const protocol::Resumption& from, Time now, Effects& effects,
                std::string_view origin = {});
    [[nodiscard]] std::vector<protocol::Front::SessionNote> changed_sessions() {
        return kibitz_.changed_sessions();
    }
    // `delay`: how much longer than others the message was on the way, which is given back like a
    // lag.
    void receive(ConnectionId id, std::string_view text, Time now, Effects& effects,
                 Milliseconds delay = Milliseconds(0));
    // The connection is gone, whoever ended it. The last call for it.
    void lose(ConnectionId id, Time now, Effects& effects);
    // A ping was answered after so long: that much of a move's time is not the player's, and is
    // given back up to a limit.
    void measured(ConnectionId id, Milliseconds round_trip);
    // A spectator who does not keep up gets the newest state later instead of every event.
    void slow(ConnectionId id, bool is_slow, Time now, Effects& effects);
    // Nothing if the path, which is decoded, does not belong to the arena. The token is of the
    // player who asks, or empty.
    std::optional<HttpAnswer> request(std::string_view method, std::string_view path,
                                      std::string_view body, Time now, Effects& effects,
                                      std::string_view origin = {}, std::string_view token = {});
    // A game that the hall has, in its notation, with some names in place of others.
    [[nodiscard]] std::optional<std::string> notation(const GameId& id, Time now,
                                                      const Renames& shown) const;

    // These are for the operator of the server.
    using Done = protocol::Deeds::Done;
    Done abort(const GameId& game, Time now, Effects& effects);
    // A player who is banned loses the games under way.
    Done ban(const std::string& name, bool is_banned, Time now, Effects& effects);
    // A player who is muted plays on, but cannot chat.
    Done mute(const std::string& name, bool is_muted, Effects& effects);
    // Takes a player's token away, who is disconnected; their games go on for as long as anybody's
    // who has lost the connection. With a new token, which is returned, they can log in again.
    std::expected<std::string, Refusal> renew_token(const std::string& name, Time now,
                                                    Effects& effects);
    Done revoke_token(const std::string& name, Time now, Effects& effects);
    // The same for a player who has proved that the public key of letters is theirs, and had said
    // before that they go by this name. Not if the operator has taken their token away.
    std::expected<std::string, Refusal> recover_name(const std::string& letter_key,
                                                     const std::string& name, Time now,
                                                     Effects& effects);
    // Not while it plays. Games keep the names they were played under; lists of games and ratings
    // have the new one, and nobody else gets the old one.
    Done rename(const std::string& name, const std::string& to, Time now, Effects& effects);
    // Deletes what is known of a person, as they may ask for: the name, the owner, the token and
    // their chat are gone from everything that is shown, and their reports. Games and results stay,
    // under a name that says nothing. Not while they play.
    Done forget(const std::string& name, Time now, Effects& effects);
    Done create_contest(const ContestSettings& settings, Time now, Effects& effects,
                        const std::optional<Prize>& prize = std::nullopt);
    Done start_contest(const std::string& contest, Time now, Effects& effects);
    Done close_contest(const std::string& contest, Time now, Effects& effects);
    Done close_report(std::int64_t report, const std::string& note, Time now, Effects& effects);
    // One origin may register so many an hour; at first it is RegistrationLimit::most_an_hour. Bots
    // of the battlebot protocol that find nobody meet the server's own, and players can use points
    // and vouchers, once that is switched on.
    void limit_registrations(int an_hour) { registrations_.allow(an_hour); }
    void let_hosts_play(bool they_do) { battlebot_.let_hosts_play(they_do); }
    void switch_points(bool is_on) { purses_.switch_on(is_on); }
    // Whether they can also stake points on who wins a contest; not at first.
    void switch_predictions(bool is_on) { purses_.switch_predictions_on(is_on); }
    // Gives points out of nothing.
    Done grant_points(const std::string& name, std::int64_t amount, Time now, Effects& effects);
    // A player whose purse is frozen can do nothing in the ledger.
    Done freeze_purse(const std::string& name, bool is_frozen, Time now, Effects& effects);
    // Takes the key with which the player signs in the ledger, since they have lost it.
    Done release_key(const std::string& name, Time now, Effects& effects);
    // A new kind of voucher, which the trustee promises to stand for.
    Done create_voucher(const std::string& token, const std::string& trustee,
                        const std::string& asset, const std::string& terms, Time now,
                        Effects& effects);
    // Whether what is disputed was handed over: then its vouchers are burned, else they go back.
    Done decide_dispute(std::int64_t redemption, bool is_burned, Time now, Effects& effects);
    // Who may come in (club.hpp). A moderator has an account of the arena's own protocol.
    void set_registration(Registration registration, Time now, Effects& effects);
    std::expected<std::string, Refusal> invite(const Club::NewInvitation& wanted, Time now,
                                               Effects& effects);
    Done revoke_invitation(std::int64_t number, Time now, Effects& effects);
    Done set_moderator(const std::string& name, bool is_moderator, Time now, Effects& effects);
    // Those who are there are disconnected; their games go on for as long as anybody's who has lost
    // the connection.
    Done bar_network(const std::string& network, bool is_for_names_only, std::int64_t hours,
                     Time now, Effects& effects);
    Done free_network(const std::string& network, Time now, Effects& effects);
    // The networks that a player is here from.
    [[nodiscard]] std::set<std::string> networks_of(const std::string& name) const;
    // A code by which a player who has lost their browser can sign in once. Until then nothing
    // changes for them; then their old token is void.
    std::expected<std::string, Refusal> make_sign_in_link(const std::string& name, Time now,
                                                          Effects& effects);
    // A command that has changed something, for the operator's log.
    void record_action(const Json& command, Time now, Effects& effects) {
        moderation_.record_action(command, now, effects);
    }
    // No games begin while it is on.
    void drain(bool is_on, Time now, Effects& effects);
    [[nodiscard]] bool is_draining() const { return hall_.is_closed(); }
    // Games that would be lost by going down now: their players cannot come back to them.
    [[nodiscard]] std::size_t games_to_finish() const;
    [[nodiscard]] bool is_here(const std::string& player) const {
        return kibitz_.present().contains(player);
    }
    // The connections of each.
    [[nodiscard]] std::map<std::string, std::size_t> players_here() const;

    // When tick() has something to do.
    [[nodiscard]] std::optional<Time> deadline() const;
    void tick(Time now, Effects& effects);

    [[nodiscard]] const Accounts& accounts() const { return accounts_; }
    [[nodiscard]] const Hall& hall() const { return hall_; }
    [[nodiscard]] const Contests& contests() const { return contests_; }
    [[nodiscard]] const Moderation& moderation() const { return moderation_; }
    [[nodiscard]] const Club& club() const { return club_; }
    [[nodiscard]] const Purses& purses() const { return purses_; }
    [[nodiscard]] const Ratings& ratings() const { return kibitz_.ratings(); }
    // Messages of the arena's own protocol that were refused since the start.
    [[nodiscard]] std::uint64_t refusals() const { return kibitz_.refusals(); }
    [[nodiscard]] std::size_t connections() const { return seats_.size(); }

   private:
    Done replace_token(const std::string& name, const std::string& hash, const char* reason,
                       Time now, Effects& effects);
    [[nodiscard]] bool turns_away(ConnectionId id, std::string_view origin, Time now,
                                  Effects& effects) const;
    [[nodiscard]] std::optional<Refusal> why_no_link(const std::string& name) const;
    // A moderator's deeds.
    Done mute_as(const std::string& by, const std::string& name, bool is_muted,
                 Effects& effects) override;
    Done ban_as(const std::string& by, const std::string& name, bool is_banned, Time now,
                Effects& effects) override;
    Done bar_as(const std::string& by, const std::string& network, bool is_for_names_only,
                std::int64_t hours, Time now, Effects& effects) override;
    Done bar_player_as(const std::string& by, const std::string& name, bool is_for_names_only,
                       std::int64_t hours, Time now, Effects& effects) override;
    std::expected<std::string, Refusal> make_link_as(const std::string& by, const std::string& name,
                                                     Time now, Effects& effects) override;
    // Moderators are the operator's affair.
    [[nodiscard]] std::optional<Refusal> why_not_theirs(const std::string& name) const;
    Done bar(const std::string& network, bool is_for_names_only, std::int64_t hours,
             const Club::Change& change);
    Replayed replay_account(const LogEntry& entry);
    Replayed replay_game(const LogEntry& entry);
    // Why the name of a player cannot change now.
    [[nodiscard]] std::optional<Refusal> why_busy(const std::string& name) const;
    void keep_books_of_forgotten();
    void keep_books_of_renamed(const std::string& name, const std::string& to, bool is_forgotten);
    void serialise(Serialiser& s);

    Secrets& secrets_;
    Accounts accounts_;
    RegistrationLimit registrations_;
    Hall hall_;
    Contests contests_;
    Moderation moderation_;
    Club club_;
    Purses purses_;
    battlebot::Front battlebot_;
    battlebot::Http battlebot_http_;
    protocol::Front kibitz_;
    protocol::Http kibitz_http_;
    struct Seat {
        Protocol protocol;
        std::string origin;
    };
    std::unordered_map<ConnectionId, Seat> seats_;
};

}  // namespace kibitz::arena
