// What a site says in its streams, read into values: nothing is thrown, and what is not understood
// is nothing. The specification is https://lichess.org/api.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace kibitz::bot::lichess {

using Milliseconds = std::chrono::milliseconds;
using GameId = std::string;

// Of a game or a challenge, as it may stand in an address: letters, digits, '-' and '_'.
bool is_id(std::string_view text);
// Names are compared by it: ASCII letters are small.
std::string id_of(std::string_view name);

struct Account {
    std::string id;
    std::string name;
    bool is_bot = false;
    std::map<std::string, int, std::less<>> ratings{};  // by speed: bullet, blitz, ...
};

struct Player {
    std::string id;
    std::string name;
    bool is_bot = false;
    std::optional<int> rating{};
};

struct Challenge {
    std::string id;
    Player from;
    std::string variant;  // standard, chess960, ...
    std::string speed;    // ultraBullet, bullet, blitz, rapid, classical, correspondence
    bool is_rated = false;
    bool has_clock = false;
    std::chrono::seconds base{0}, increment{0};
};

// The lines of the stream of events.
struct GameStarted {
    GameId game;
};
struct GameFinished {
    GameId game;
};
struct Challenged {
    Challenge challenge;
};
struct ChallengeOver {
    std::string id;
    std::string why;  // it was declined, as the site words it; empty: withdrawn
};
using SiteEvent = std::variant<GameStarted, GameFinished, Challenged, ChallengeOver>;

// The lines of the stream of a game.
struct GameState {
    std::vector<std::string> moves;  // UCI
    std::array<Milliseconds, 2> clocks{};
    std::array<Milliseconds, 2> increments{};
    std::string status;
    std::optional<int> winner{};
    std::array<bool, 2> draw_offers{}, takebacks{};

    [[nodiscard]] bool is_over() const { return status != "created" && status != "started"; }
    [[nodiscard]] bool counts() const { return status != "aborted" && status != "noStart"; }
};
struct GameFull {
    GameId id;
    std::string variant;
    std::string initial_fen;  // or "startpos"
    bool has_clock = false;
    bool is_rated = false;
    std::array<Player, 2> players;
    GameState state;
};
struct ChatLine {
    std::string name, text;
};
struct OpponentGone {
    bool is_gone = false;
    std::optional<std::chrono::seconds> claim_in{};
};
using GameLine = std::variant<GameFull, GameState, ChatLine, OpponentGone>;

std::optional<Account> read_account(std::string_view text);
std::optional<SiteEvent> read_event(std::string_view line);
std::optional<GameLine> read_game_line(std::string_view line);
// The id of a challenge that was made: the answer to the request.
std::optional<std::string> read_challenge_id(std::string_view text);
// How long no more may be asked for, where a 429 speaks of a quota, such as that of the games of
// bots in a day, and not of requests that come too fast.
std::optional<std::chrono::seconds> read_quota(std::string_view text);
// The reason for people in the answer to a request that was refused; the status if it has none.
std::string read_error(int status, std::string_view text);

}  // namespace kibitz::bot::lichess
