// The arena's own protocol (docs/protocol.md): offers, games, watching.
//
// A state machine without I/O, like battlebot::Front. A game's events go to its players and to all
// who watch it, numbered, the same to everybody; a spectator that cannot keep up gets no more
// events but the newest state once it can; so does who watches the lobby.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "arena/accounts.hpp"
#include "arena/club.hpp"
#include "arena/contests/contests.hpp"
#include "arena/hall.hpp"
#include "arena/lag_meter.hpp"
#include "arena/moderation.hpp"
#include "arena/offers.hpp"
#include "arena/predictions.hpp"
#include "arena/prizes.hpp"
#include "arena/protocol/deeds.hpp"
#include "arena/protocol/messages.hpp"
#include "arena/purses.hpp"
#include "arena/ratings.hpp"
#include "arena/registration_limit.hpp"

namespace kibitz::arena::protocol {

struct Settings {
    Milliseconds away_limit{60'000};
    Milliseconds most_lag_credit{100};
};

// A connection that outlives the server that had it, because its socket is at a front
// (src/server/fronts): what the next server needs to go on.
struct Resumption {
    std::string note{};  // as Front::changed_sessions() gave it last; empty before that
    // Messages that the server before got and perhaps did not answer.
    std::vector<std::string> unanswered{};
};

class Front final : public Hall::Listener {
   public:
    static constexpr std::size_t most_games_watched = 64;
    static constexpr std::size_t longest_version = 32;  // bytes, of a bot
    // Events that are sent again rather than the state.
    static constexpr std::size_t most_events_replayed = 200;
    // The number of spectators is sent to all who see the game, no more often than this.
    static constexpr Milliseconds spectators_interval{1'000};
    // Games, and players, in the list that a new watcher of the lobby receives.
    static constexpr std::size_t most_listed = 200;

    Front(Accounts& accounts, RegistrationLimit& registrations, Hall& hall, Contests& contests,
          Moderation& moderation, Club& club, Deeds& deeds, Purses& purses, Secrets& secrets,
          FindGame find_game, Settings settings = {})
        : accounts_(accounts),
          registrations_(registrations),
          hall_(hall),
          contests_(contests),
          moderation_(moderation),
          club_(club),
          deeds_(deeds),
          purses_(purses),
          prizes_(contests, purses),
          predictions_(contests, purses),
          secrets_(secrets),
          find_game_(std::move(find_game)),
          settings_(settings) {
        hall_.listen(*this);
    }

    void open(ConnectionId id, std::string_view origin) {
        connections_.emplace(id, Connection{.origin = std::string(origin)});
    }
    // The client notices nothing but an error for each of its unanswered messages and the newest
    // state of all that it plays and watches.
    void reopen(ConnectionId id, std::string_view origin, const Resumption& from, Time now,
                Effects& effects);
    // reopen() needs this: who is logged in on the connection, plays and watches what. Those of
    // connections that were opened with reopen() and for which this has changed since the last
    // call.
    struct SessionNote {
        ConnectionId connection = 0;
        std::string note;
    };
    [[nodiscard]] std::vector<SessionNote> changed_sessions();
    // `delay`: how much longer than others the message was on the way; given back as lag is.
    void receive(ConnectionId id, std::string_view text, Time now, Effects& effects,
                 Milliseconds delay = Milliseconds(0));
    void lose(ConnectionId id, Time now, Effects& effects);
    // A measurement of how long its messages are on the way, there and back.
    void measured(ConnectionId id, Milliseconds round_trip);
    // Too much waits to be sent to it, or no longer does.
    void slow(ConnectionId id, bool is_slow, Time now, Effects& effects);

    // When tick() has something to do.
    [[nodiscard]] std::optional<Time> deadline() const { return spectators_due_; }
    void tick(Time now, Effects& effects);

    void on_events(const GameId& id, const LiveGame& game, std::span<const GameEvent> events,
                   std::span<const std::string> facts, Effects& effects) override;
    [[nodiscard]] Prizes& prizes() { return prizes_; }
    // Starts the games of contests that are due, and pays the prizes of those that are over.
    void start_contest_games(Time now, Effects& effects);

    // These are for the operator.
    using Present = std::map<std::string, std::set<ConnectionId>, std::less<>>;
    [[nodiscard]] const Present& present() const { return present_; }
    [[nodiscard]] bool is_playing(const std::string& player) const;
    void resign_all(const std::string& player, Time now, Effects& effects);
    // Its offers go, and its connections are closed.
    void disconnect(const std::string& player, const std::string& reason, Time now,
                    Effects& effects);
    void rename(const std::string& from, const std::string& to) {
        ratings_.rename(from, to);
        results_.rename(from, to);
    }
    void warn_all(const std::string& text, Effects& effects) const;
    // Whether the player is a moderator, now that this has changed.
    void tell_role(const std::string& player, Effects& effects) const;
    // How many reports wait, to the moderators that are here, if that has changed.
    void tell_moderators(Effects& effects);

    // A game that ended, out of the log, in its order among the names that were changed.
    void keep_result(const GameSummary& game);
    Replayed replay_offer(const LogEntry& entry) { return offers_.replay(entry); }
    // This transfers what these two led to.
    void serialise(Serialiser& s);
    // After the hall was rebuilt from its log, and before it resumes.
    void restore(Time now, Effects& effects);

    [[nodiscard]] const Ratings& ratings() const { return ratings_; }
    [[nodiscard]] const Results& results() const { return results_; }
    [[nodiscard]] const Offers& offers() const { return offers_; }
    // Messages that were answered with an error, since the start.
    [[nodiscard]] std::uint64_t refusals() const { return refusals_; }

   private:
    struct Connection {
        std::string origin{};
        std::string player{};                     // empty before hello
        std::set<GameId> watched{}, previewed{};  // the second are some of the first
        LagMeter lag{};
        bool is_slow = false;
        // While it was slow.
        std::set<GameId> missed{};
        bool has_missed_lobby = false;
        bool is_kept = false;  // was opened with reopen()
    };
    using Answer = std::expected<Json, Refusal>;
    struct Context {  // a request under way
        ConnectionId id;
        Connection& connection;
        Time now;
        Effects& effects;
        Milliseconds delay{0};
        bool has_logged_in = false;
    };

    Answer on(Context& context, const Hello& request);
    Answer on(Context& context, const Register& request);
    Answer on(Context& context, const MakeOffer& request);
    Answer on(Context& context, const Accept& request);
    Answer on(Context& context, const Decline& request);
    Answer on(Context& context, const Cancel& request);
    Answer on(Context& context, const ShowOffer& request);
    Answer on(Context& context, const Play& request);
    Answer on(Context& context, const Watch& request);
    Answer on(Context& context, const Unwatch& request);
    Answer on(Context& context, const WatchLobby& request);
    Answer on(Context& context, const UnwatchLobby& request);
    Answer on(Context& context, const CreateContest& request);
    Answer on(Context& context, const JoinContest& request);
    Answer on(Context& context, const LeaveContest& request);
    Answer on(Context& context, const StartContest& request);
    Answer on(Context& context, const ShowContest& request);
    Answer on(Context& context, const ListContests& request);
    Answer on(Context& context, const Block& request);
    Answer on(Context& context, const ListBlocked& request);
    Answer on(Context& context, const ChangeLetterKey& request);
    Answer on(Context& context, const ReportPlayer& request);
    Answer on(Context& context, const SignIn& request);
    Answer on(Context& context, const Moderate& request);
    Answer on(Context& context, const ShowModeration& request);
    Answer on(Context& context, const ActInLedger& request);
    Answer on(Context& context, const ShowTextToSign& request);
    Answer on(Context& context, const ShowPurse& request);
    Answer on(Context& context, const ShowBook& request);
    Answer on(Context& context, const Ping& request);

    void log_in(Context& context, const std::string& player, const std::string& version);
    // The player is there again, if they were not.
    void rejoin(const GameId& game, const std::string& player, Time now, Effects& effects);
    // These are about the games that the player is in.
    void show_own_games(Context& context);
    void show_what_was_missed(Context& context, const Json& note);
    // Watches again what the note says.
    void resume_watching(Context& context, const Json& note);
    void note_change(ConnectionId id, const Connection& connection) {
        if (connection.is_kept) changed_sessions_.insert(id);
    }
    [[nodiscard]] std::string note_of(ConnectionId id) const;
    void begin_to_watch(Context& context, const GameId& game, bool is_preview);
    Answer start(Context& context, const Offer& offer, const std::string& taker);
    // Numbers in place of names. A name that nobody has is refused.
    std::optional<Refusal> number_players(Context& context, Json& details);
    // Those of something that a player wants of the ledger, with numbers.
    std::expected<Json, Refusal> ledger_details(Context& context, Json details);
    GameSettings settings_for(const Terms& terms, const Contest::Players& players);
    // Which side the one that made the offer gets.
    Side side_of_maker(const Offer& offer, const std::string& taker);
    void remove_offer(const std::string& id, Effects& effects);
    void send_state(ConnectionId id, const GameId& game, const LiveGame& state, Time now,
                    Effects& effects) const;
    void send_to_player(const std::string& player, const Json& message, Effects& effects) const;
    // What a client shows of it: its fields are those of `moderator` and of `welcome`.
    [[nodiscard]] Json role_of(const std::string& player) const;
    // Who gets a game's events: its players' connections, and these with all that watch.
    struct Audience {
        std::set<ConnectionId> players, all;
    };
    [[nodiscard]] Audience audience_of(const GameId& id, const GameSettings& settings) const;
    [[nodiscard]] std::size_t spectators_of(const GameId& id, const Audience& audience) const;
    // Somebody began or stopped watching.
    void audience_changed(const GameId& id, Time now);
    // An online player, for the lobby.
    [[nodiscard]] Json listing_of(const Account& account) const;
    // All that watch the lobby; those that are slow get the newest state of it later.
    void send_to_lobby(const Json& message, Effects& effects);
    [[nodiscard]] Json lobby_message() const;
    void send_ratings(const GameSettings& settings, Effects& effects);
    [[nodiscard]] Json offers_of(const std::string& player) const;
    [[nodiscard]] Json players_here() const;
    [[nodiscard]] Json games_here() const;

    Accounts& accounts_;
    RegistrationLimit& registrations_;
    Hall& hall_;
    Contests& contests_;
    Moderation& moderation_;
    Club& club_;
    Deeds& deeds_;
    Purses& purses_;
    Prizes prizes_;
    Predictions predictions_;
    Secrets& secrets_;
    FindGame find_game_;
    Settings settings_;
    Offers offers_;
    Ratings ratings_;
    Results results_;
    std::uint64_t refusals_ = 0;
    std::unordered_map<ConnectionId, Connection> connections_;
    // Bots sent these when they logged in last; each game has them in the log.
    std::map<std::string, std::string, std::less<>> versions_;
    Present present_;                                               // by player
    std::map<std::string, std::set<GameId>, std::less<>> playing_;  // by player
    std::map<GameId, std::set<ConnectionId>, std::less<>> watchers_;
    std::set<GameId> changed_audiences_, with_spectators_;  // the second as last sent
    std::optional<Time> spectators_due_;
    std::set<ConnectionId> lobby_;
    std::set<ConnectionId> changed_sessions_;
};

}  // namespace kibitz::arena::protocol
