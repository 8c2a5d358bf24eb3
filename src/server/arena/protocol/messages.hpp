// The messages clients send, as docs/protocol.md describes them.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "arena/contests/contest.hpp"
#include "arena/live_game.hpp"
#include "arena/offers.hpp"
#include "arena/prizes.hpp"

namespace kibitz::arena::protocol {

struct Hello {
    std::string token;
    std::string version{};  // of a bot
};
struct Register {
    std::string name;
    std::string owner;
    bool is_bot = false;
    std::string version{};  // of a bot
    std::string invitation{};
};
// Again, after a browser was lost, with the code of a link that a moderator made.
struct SignIn {
    std::string code;
};
// A seek, a challenge to a player, or one by link.
struct MakeOffer {
    Offer::Kind kind = Offer::Kind::seek;
    std::string to{};
    Terms terms;
    std::optional<Side> side{};
    std::optional<std::int64_t> lowest_rating{}, highest_rating{};
    std::optional<std::int64_t> strength{};  // a rating, in the player's own word
};
struct Accept {
    std::string offer;
};
struct Decline {
    std::string offer;
};
struct Cancel {
    std::string offer;
};
struct ShowOffer {
    std::string offer;
};
struct Play {
    std::string game;
    GameAction action;
};
struct Watch {
    std::string game;
    std::optional<int> after{};  // the number of the last event that is known
    bool is_preview = false;     // a glance in passing: no spectator
};
struct Unwatch {
    std::string game;
};
struct WatchLobby {};
struct UnwatchLobby {};
struct CreateContest {
    ContestSettings settings;  // without the organiser
    std::optional<Prize> prize{};
};
struct JoinContest {
    std::string contest;
};
struct LeaveContest {
    std::string contest;
};
struct StartContest {
    std::string contest;
};
struct ShowContest {
    std::string contest;
};
struct ListContests {};
struct Block {
    std::string player;
    bool is_blocked = true;
};
struct ListBlocked {};
// The key for letters to this player; empty texts take it away.
struct ChangeLetterKey {
    std::string key;
    std::string signature;
};
// The report is about what a player did in a game.
struct ReportPlayer {
    std::string game;
    std::string player;
    std::string text;
};
// What a moderator does; each action reads the fields that are its own.
struct Moderate {
    std::string action;
    std::string player{}, network{}, note{};
    std::optional<std::int64_t> uses{}, hours{}, invitation{}, report{};
    bool names_only = false;
};
struct ShowModeration {};
// Something in the ledger (docs/ledger.md); the details have names for players.
struct ActInLedger {
    std::string action;
    Json details;
    std::string reference{};
    std::string signature{};
};
// What the player would have to sign for that.
struct ShowTextToSign {
    std::string action;
    Json details;
    std::string reference{};
};
struct ShowPurse {};
// The orders for a voucher that are paid with another.
struct ShowBook {
    std::string lots, price;
};
struct Ping {};

using Request =
    std::variant<Hello, Register, MakeOffer, Accept, Decline, Cancel, ShowOffer, Play, Watch,
                 Unwatch, WatchLobby, UnwatchLobby, CreateContest, JoinContest, LeaveContest,
                 StartContest, ShowContest, ListContests, Block, ListBlocked, ChangeLetterKey,
                 ReportPlayer, SignIn, Moderate, ShowModeration, ActInLedger, ShowTextToSign,
                 ShowPurse, ShowBook, Ping>;

struct Message {
    // Comes back with the answer.
    std::optional<std::int64_t> id;
    std::expected<Request, Refusal> request;
};

// Never fails as a whole: the id of a message that is refused is read where it can be.
Message read_message(std::string_view text);

}  // namespace kibitz::arena::protocol
