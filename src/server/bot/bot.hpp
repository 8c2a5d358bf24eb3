// Bot: a player of chess in the arena, by docs/protocol.md, whoever thinks for it.
//
// A state machine without I/O: it receives the server's messages and the moves that were found, and
// asks its environment for what it wants done. It looks for games, plays several at a time, goes on
// with them after a lost connection, and claims draws where it does not stand better.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>

#include "arena/fields.hpp"
#include "arena/hall.hpp"
#include "arena/offers.hpp"
#include "bot/results.hpp"
#include "chess/outcome.hpp"
#include "engine/limits.hpp"
#include "engine/score.hpp"

namespace kibitz::bot {

using arena::GameId;
using arena::Json;
using arena::Milliseconds;

enum class Accepting : std::uint8_t {
    none,
    same_terms,  // challenges on the terms it seeks games on
    all,         // on any terms, if it is a game it plays
};

struct Preferences {
    arena::Terms terms{.game = "chess"};
    RatingRange ratings{};   // of those it seeks, and whose challenges it accepts
    bool seeks = true;       // opponents on these terms, one after the other
    std::string opponent{};  // to be challenged
    Accepting accepting = Accepting::all;
    std::string contest{};  // to take part in
    int games = 0;          // to play before it leaves; 0: any number
    int at_once = 1;
    Milliseconds overhead{0};  // for a move's way to the server: the player is given that much less
};

// Who it is: with a token it comes back, without one it is registered.
struct Identity {
    std::string name;
    std::string owner;
    std::string token;
    std::string version{};  // is rated apart from its others; empty: none
};

// What a bot needs of the program around it.
class Environment {
   public:
    virtual ~Environment() = default;
    // Sends to the server; where there is no connection the message is lost.
    virtual void send(const Json& message) = 0;
    // Answered by Bot::chosen or Bot::failed, later. A game has one such question at a time.
    virtual void think(const GameId& game, const Line& line, const Limits& limits) = 0;
    // The game is over: the result of a search in it is no longer wanted.
    virtual void forget(const GameId& game) = 0;
    // It was registered: the only time that the server sends the token.
    virtual void keep(const Identity& identity) = 0;
    // The server does not want it, so that there is no use in going on.
    virtual void refused(const std::string& why) = 0;
    // Tells people what has happened.
    virtual void report(const std::string& text) = 0;
};

class Bot {
   public:
    Bot(Preferences preferences, Identity identity, Environment& environment)
        : preferences_(std::move(preferences)),
          identity_(std::move(identity)),
          environment_(environment) {}

    // A connection is there, for the first time or again.
    void connected();
    void lost();
    void receive(std::string_view text);
    // Once in a while: asks again for what could not be had before.
    void retry();

    void chosen(const GameId& game, Move move, std::optional<Score> score);
    // Instead of a move.
    void resigned(const GameId& game);
    // Whoever thinks cannot: the game is resigned.
    void failed(const GameId& game, const std::string& why);

    // Begins no more games, and is done when the last is over.
    void finish();
    // Gives up all games.
    void leave();
    [[nodiscard]] bool is_done() const { return is_finishing_ && games_.empty(); }
    [[nodiscard]] bool is_ready() const { return is_ready_; }
    [[nodiscard]] std::size_t games_at_once() const { return games_.size(); }
    [[nodiscard]] const Results& results() const { return results_; }
    [[nodiscard]] const Identity& identity() const { return identity_; }
    // Takes an offer that somebody else has in the lobby, if there is room for one more game.
    void take(const std::string& offer);

   private:
    struct Played {
        Line line;
        int side = 0;  // its own
        std::string opponent;
        bool is_chess960 = false;
        bool is_contest = false;
        Milliseconds increment{0};
        std::array<Milliseconds, 2> clocks{};
        int number = 0;  // of the last event that is known
        int newest = 0;  // that there is
        bool requested_missing_events = false;
        std::optional<Position> shown{};  // at `newest`, if there are too many moves to send
        bool is_paused = false;
        bool is_thinking = false;
        std::optional<Move> choice{};  // until the server has announced it
        bool is_choice_sent = false;
        std::optional<Score> score{};
    };
    // What a request was for, until it is answered.
    struct LogIn {};
    struct Offer {};  // a seek or a challenge of its own
    struct Accept {};
    struct Join {};
    struct ContestCheck {};
    struct PlayMove {
        GameId game;
    };
    struct MissingEvents {  // of a game's events
        GameId game;
    };
    struct Abort {
        GameId game;
    };
    struct Other {};
    using Purpose = std::variant<LogIn, Offer, Accept, Join, ContestCheck, PlayMove, MissingEvents,
                                 Abort, Other>;

    void ask(Json message, Purpose purpose);
    void answered(const Purpose& purpose, const Json& answer);
    void refused(const Purpose& purpose, const Json& error);
    // Goes on after an interruption. False where that is a refusal like others.
    bool go_on(const Purpose& purpose);
    void join();
    void logged_in(const Json& answer);
    void resume(const Json& games);
    void offered(const Json& offer);
    void offer_gone(const std::string& offer);

    void receive_event(const GameId& id, const Json& event);
    void begin(const GameId& id, const Json& settings);
    void apply(const GameId& id, Played& game, const Json& event);
    void receive_state(const GameId& id, const Json& state);
    void receive_missing_events(const GameId& id);
    void game_over(const GameId& id, const Json& end);
    // Moves or thinks, if it is its turn.
    void act(const GameId& id, Played& game);
    void play(const GameId& id, Played& game);
    [[nodiscard]] Limits limits_for(const Played& game) const;
    void request_missing_events(const GameId& id, Played& game);
    void give_up(const GameId& id, const Played& game);
    void drop(const GameId& id);

    [[nodiscard]] bool has_room() const;
    void look_for_games();
    [[nodiscard]] Json offer_message(const char* type) const;

    const Preferences preferences_;
    Identity identity_;
    Environment& environment_;
    std::int64_t last_request_ = 0;
    std::map<std::int64_t, Purpose> requests_;
    std::map<GameId, Played> games_;
    std::optional<std::string> own_offer_;  // that stands
    int offers_under_way_ = 0;              // made or accepted, not yet answered
    bool is_ready_ = false;                 // logged in
    bool is_looking_ = false;               // for games; not after a refusal, for a while
    bool is_finishing_ = false;
    int begun_ = 0;  // games that count
    Results results_;
};

}  // namespace kibitz::bot
