// The contests of the battlebot protocol. Bots that name one meet in it, at any time. Those in
// which nobody has met for long are in the store: an entry of a stream of their own says how they
// stood, and is read when somebody asks for them or they go on.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arena/contests/meeting_contest.hpp"
#include "arena/effects.hpp"
#include "arena/replay_error.hpp"

namespace kibitz::arena {

class Meetings {
   public:
    static constexpr std::string_view stream_prefix = "meetings/";
    // More are kept only while there was a game in them not long ago.
    static constexpr std::size_t most_kept = 50;
    static constexpr Milliseconds longest_rest = std::chrono::hours(1);

    explicit Meetings(ReadStream read) : read_(std::move(read)) {}

    // What happened in a game of one: if it began or ended, that is counted.
    void replay_event(const GameId& id, const LiveGame& game, const GameEvent& event);
    // Those that are not to be kept any more, if there are.
    void put_away(Time now, Effects& effects);
    // An entry of their streams, in its order among those of games.
    Replayed replay(const LogEntry& entry);
    // This transfers what all these led to.
    void serialise(Serialiser& s);

    [[nodiscard]] bool contains(std::string_view name) const { return last_game_.contains(name); }
    // As Contest::to_json() and to_short_json() give them. Of several games under one name it is
    // the one played last, unless one is named.
    [[nodiscard]] std::optional<Json> shown(std::string_view name) const;
    [[nodiscard]] std::optional<Json> shown(std::string_view name, std::string_view game) const;
    [[nodiscard]] std::vector<Json> listed() const;
    [[nodiscard]] std::size_t kept() const { return kept_.size(); }

   private:
    using Key = std::pair<std::string, std::string>;  // name and game
    struct Kept {
        MeetingContest contest{{.format = &MeetingContest::format}, Time()};
        Time last;  // that something happened

        void serialise(Serialiser& s);
    };
    struct Away {
        Json in_short;
        int entry = 0;  // the number of the log entry that has all of it

        void serialise(Serialiser& s);
    };

    Kept& kept(const Key& key, const GameSettings& game);
    [[nodiscard]] Json stored(const Key& key) const;

    ReadStream read_;
    std::map<Key, Kept> kept_;
    std::set<std::pair<Time, Key>> by_age_;  // the same
    std::map<Key, Away> away_;
    std::map<Key, int> entries_;                                 // of the streams that there are
    std::map<std::string, std::string, std::less<>> last_game_;  // by name
};

}  // namespace kibitz::arena
