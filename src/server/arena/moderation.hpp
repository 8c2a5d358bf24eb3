// Moderation: what players have reported, and what the operator has done. Both are facts of a
// stream of their own, so that nobody who looks after the server later has to take a word for it.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "arena/effects.hpp"
#include "arena/error_code.hpp"
#include "arena/game_event.hpp"
#include "arena/game_summary.hpp"
#include "arena/renames.hpp"
#include "arena/replay_error.hpp"
#include "arena/time.hpp"

namespace kibitz::arena {

class Serialiser;

// Somebody reports that a player behaved badly in a game.
struct Report {
    std::int64_t number = 0;
    Time time{};
    std::string from{};
    std::string player{};  // who is reported
    GameId game{};
    std::string text{};
    // The chat of the game so far: [{"player": "Bob", "text": "...", "time": ...}].
    Json chat = Json::array();

    void serialise(Serialiser& s);
    bool operator==(const Report&) const = default;
};
// The lines of chat among the events of a game.
Json chat_of(std::span<const GameEvent> events);

// A command of the operator that changed something.
struct OperatorAction {
    Time time{};
    Json command{};

    void serialise(Serialiser& s);
    bool operator==(const OperatorAction&) const = default;
};

class Moderation {
   public:
    static constexpr const char* stream = "moderation";
    static constexpr std::size_t longest_text = 500;  // bytes, of a report or a note
    static constexpr std::size_t most_open = 500;
    static constexpr std::size_t most_open_of_player = 10;
    // The newest are kept; all are in the log.
    static constexpr std::size_t most_actions = 500;

    using Done = std::expected<void, Refusal>;
    // The number is given here.
    Done report(Report report, Effects& effects);
    // The operator has dealt with it; the note may be empty.
    Done close(std::int64_t number, const std::string& note, Time now, Effects& effects);
    void record_action(const Json& command, Time now, Effects& effects);
    // Hides players whose data is gone: reports by and of them are no longer open, what they said
    // is no evidence any more, and actions have the names that are shown.
    void conceal(const Renames& shown);
    Replayed replay(const LogEntry& entry);
    void serialise(Serialiser& s);

    // The key is the report's number.
    [[nodiscard]] const std::map<std::int64_t, Report>& open_reports() const { return open_; }
    // Whether there are more or fewer of them than at the last call: moderators are told of that.
    [[nodiscard]] bool take_change() { return std::exchange(told_, open_.size()) != open_.size(); }
    // The oldest first.
    [[nodiscard]] const std::deque<OperatorAction>& actions() const { return actions_; }

   private:
    void record(const Json& fact, Time now, Effects& effects);
    // False if it is no possible fact.
    bool apply(const Json& fact);
    bool apply_report(const Json& fact, Time time);

    std::map<std::int64_t, Report> open_;
    std::deque<OperatorAction> actions_;
    std::int64_t last_report_ = 0;
    int entries_ = 0;
    std::size_t told_ = 0;  // reports that were open at the last take_change()
};

}  // namespace kibitz::arena
