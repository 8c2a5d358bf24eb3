// Desk: what one player's streams of the Bot API of lichess say. It follows the player's messages
// of the arena's own protocol (docs/protocol.md) and knows their games and challenges from these. A
// state machine without I/O: the same messages give the same lines.
//
//     Desk desk("https://example.org");
//     const Question question = question_of(message);
//     const Lines lines = desk.receive(message, answer_of(arena, question, now));
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/lichess/texts.hpp"

namespace kibitz::arena::lichess {

// What a message does not say and the desk has to know.
struct Question {
    std::vector<std::string> players{};
    std::vector<GameId> games{};

    [[nodiscard]] bool is_empty() const { return players.empty() && games.empty(); }
};
struct Knowledge {
    Time time{};
    Players players{};  // also those of the games
    std::map<GameId, std::vector<GameEvent>> games{};
};
Question question_of(const Json& message);
Knowledge answer_of(const Arena& arena, const Question& question, Time now);

struct Line {
    GameId game{};         // empty: it is of the stream of events
    std::string text;      // with the end of the line
    bool is_last = false;  // of its game's stream
};
using Lines = std::vector<Line>;

class Desk {
   public:
    explicit Desk(std::string site) : site_(std::move(site)) {}

    // A message of the arena to the player. Answers to requests say nothing here, except the one to
    // the login.
    Lines receive(const Json& message, const Knowledge& knowledge);
    // A challenge that the player has sent, as the arena's protocol would write the offer; the
    // answer to the request for it.
    Json send_challenge(const Json& offer, const Knowledge& knowledge, Lines& lines);
    // The player declines or cancels the challenge themselves: there is nothing to tell them.
    void forget_challenge(const std::string& id) { challenges_.erase(id); }

    [[nodiscard]] const std::string& name() const { return name_; }
    // A stream of events begins with these: the games under way and the open challenges.
    [[nodiscard]] std::string opening() const;
    // The first line of a game's stream; nothing if the player plays in no such game.
    [[nodiscard]] std::optional<std::string> game_full(const GameId& id, Time now) const;
    [[nodiscard]] bool is_draw_offered_to(const GameId& id) const;
    [[nodiscard]] Json challenges() const;  // {"in": [...], "out": [...]}

   private:
    struct Table {
        LiveGame game;
        Side side;
    };

    void welcome(const Json& message, const Knowledge& knowledge);
    void on_event(const GameId& id, const Json& json, Lines& lines);
    void begin(const GameId& id, const std::vector<GameEvent>& events);
    void on_offer(const Json& offer, Lines& lines);
    void end_challenge(const std::string& id, const char* type, const char* status, Lines& lines);
    [[nodiscard]] Json challenge_event(const Json& offer) const;
    [[nodiscard]] Json game_event(const char* type, const GameId& id, const Table& table,
                                  std::array<Milliseconds, 2> left) const;

    const std::string site_;
    std::string name_;
    Players players_;
    std::map<GameId, Table> games_;
    std::map<std::string, Json> challenges_;  // as the arena's protocol has them
};

// The whole stream of a game that is over, for a player of it; nothing if it is none of theirs.
std::optional<std::string> finished_game(const GameId& id, const Knowledge& knowledge,
                                         std::string_view player);

}  // namespace kibitz::arena::lichess
