// What happens in a game: the facts that are stored, announced to players and spectators, and that
// a game is rebuilt from.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "arena/game_clock.hpp"
#include "arena/renames.hpp"

namespace kibitz::arena {

using Json = nlohmann::json;

struct GameSettings {
    std::string game;  // the name of its rules
    Json setup = Json::object();
    std::array<std::string, 2> players;  // the first has the first side
    // Bots sent these when they logged in; they are empty for all others.
    std::array<std::string, 2> versions{};
    ClockRules clock{};
    // A player who is disconnected for so long loses.
    Milliseconds away_limit{60'000};
    // A player loses by so many illegal moves; with 0 they are only refused.
    int most_faults = 0;
    bool rated = false;
    // The game is of the battlebot protocol: its players cannot come back to it.
    bool is_classic = false;
    std::string contest{};  // empty outside of contests

    bool operator==(const GameSettings&) const = default;
};

enum class Ending : std::uint8_t {
    rules,  // checkmate, a full board, ...
    timeout,
    disconnect,
    resignation,
    draw_agreed,
    draw_claimed,
    faults,   // too many moves that were none
    aborted,  // does not count
};
constexpr std::array<const char*, 8> ending_names{"rules",       "timeout",     "disconnect",
                                                  "resignation", "draw agreed", "draw claimed",
                                                  "faults",      "aborted"};
constexpr const char* to_string(Ending ending) {
    return ending_names[static_cast<std::size_t>(ending)];
}

struct Started {
    GameSettings settings;
    bool operator==(const Started&) const = default;
};
struct Moved {
    Side side;
    Json move;          // in the form of games::State::check
    Milliseconds used;  // taken off the clock
    bool operator==(const Moved&) const = default;
};
// A move that was none, where that counts.
struct Faulted {
    Side side;
    bool operator==(const Faulted&) const = default;
};
struct DrawOffered {
    Side side;
    bool operator==(const DrawOffered&) const = default;
};
struct DrawDeclined {
    Side side;
    bool operator==(const DrawDeclined&) const = default;
};
// A player asks to take back their last move, and the opponent's answer to it.
struct TakebackAsked {
    Side side;
    bool operator==(const TakebackAsked&) const = default;
};
struct TakebackDeclined {
    Side side;
    bool operator==(const TakebackDeclined&) const = default;
};
struct TakenBack {
    Side side;  // who asked
    int plies;
    bool operator==(const TakenBack&) const = default;
};
// The side gives the opponent time.
struct TimeGiven {
    Side side;
    Milliseconds time;
    bool operator==(const TimeGiven&) const = default;
};
struct Disconnected {
    Side side;
    bool operator==(const Disconnected&) const = default;
};
struct Reconnected {
    Side side;
    bool operator==(const Reconnected&) const = default;
};
// The server was down: clocks stand until both players are back.
struct Paused {
    bool operator==(const Paused&) const = default;
};
struct Resumed {
    bool operator==(const Resumed&) const = default;
};
struct Chatted {
    std::string player;
    std::string text;
    bool operator==(const Chatted&) const = default;
};
struct Ended {
    Ending ending;
    std::optional<Side> winner;
    std::string reason;  // for people, and of rules: theirs
    bool operator==(const Ended&) const = default;
};

using GameFact = std::variant<Started, Moved, Faulted, DrawOffered, DrawDeclined, Disconnected,
                              Reconnected, Paused, Resumed, Chatted, TakebackAsked,
                              TakebackDeclined, TakenBack, TimeGiven, Ended>;

struct GameEvent {
    int number = 0;  // in its game, from 1
    Time time{};
    GameFact fact;
    // So much is on the clocks at that time; the game computes it, and it is not stored.
    std::array<Milliseconds, 2> left{};

    bool operator==(const GameEvent&) const = default;
};

// The moves that stand: without those that were taken back, in the order in which they were played.
std::vector<const GameEvent*> moves_that_stand(const std::vector<GameEvent>& events);
// {"type": "move", "number": 2, "time": ..., "side": 0, "move": ..., "used": ...}
Json to_json(const GameEvent& event);
// 0 or 1; null for neither.
Json side_json(std::optional<Side> side);
// Without the names and the chat of players whose data is gone; `shown` has what stands in place of
// their names.
void conceal(GameEvent& event, const Renames& shown);
// Nothing if it is no event: a log is read that this program did not write.
std::optional<GameEvent> game_event_of(const Json& json);

}  // namespace kibitz::arena
