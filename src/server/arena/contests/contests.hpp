// All contests: their log, and the games they want started. Those long over are kept in short; how
// they ended is an entry of their log, and read from there when somebody asks.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "arena/accounts.hpp"
#include "arena/contests/contest.hpp"
#include "arena/contests/meetings.hpp"
#include "arena/hall.hpp"

namespace kibitz::arena {

class Contests final : public Hall::Listener {
   public:
    static constexpr std::string_view stream_prefix = "contest/";
    static constexpr std::size_t most_contests = 1'000;  // not over
    // One player may have so many that are not over; the operator may make more.
    static constexpr std::size_t most_of_one_player = 5;

    // That are over, with all their games, and kept whole.
    static constexpr std::size_t most_settled = 50;

    // `read` gives the entries of a stream of the log.
    Contests(const Accounts& accounts, Hall& hall, const ReadStream& read)
        : accounts_(accounts), hall_(hall), read_(read), meetings_(read) {
        hall_.listen(*this);
    }

    using Answer = std::expected<void, Refusal>;
    Answer create(const ContestSettings& settings, Time now, Effects& effects);
    [[nodiscard]] std::optional<Refusal> why_not_create(const ContestSettings& settings) const;
    Answer join(const std::string& contest, const std::string& player, Time now, Effects& effects);
    Answer leave(const std::string& contest, const std::string& player, Time now, Effects& effects);
    // Its organiser starts it; contests of the operator have "" for one.
    Answer start(const std::string& contest, const std::string& player, Time now, Effects& effects);
    // The operator closes it, whoever made it.
    Answer close(const std::string& contest, Time now, Effects& effects);

    static bool has_stream(std::string_view stream) {
        return stream.starts_with(stream_prefix) || stream.starts_with(Meetings::stream_prefix);
    }
    // An entry of a contest's stream, in its order among those of games.
    Replayed replay(const LogEntry& entry);
    // This transfers what the entries led to.
    void serialise(Serialiser& s);

    // Somebody has come or gone.
    void touch() { touched_ = true; }
    // Pairs rounds and starts all games that are to begin; does nothing, and gives false, while
    // nothing has happened that could make one begin. `settings` makes a game of the terms and
    // players.
    using MakeSettings =
        std::function<GameSettings(const Terms& terms, const Contest::Players& players)>;
    bool start_games(Time now, const MakeSettings& settings, const Contest::IsHere& is_here,
                     Effects& effects);
    [[nodiscard]] std::optional<Time> deadline() const;
    void tick(Time now);

    // A contest that is kept whole; null if there is none.
    [[nodiscard]] const Contest* find(std::string_view name) const;
    // As Contest::to_json() and to_short_json() give them, long over or not. The list includes
    // those of the battlebot protocol, which can only be looked at, and not where one of this
    // protocol has the same name.
    [[nodiscard]] std::optional<Json> shown(std::string_view name) const;
    // Shows one of the battlebot protocol, or else of this one.
    [[nodiscard]] std::optional<Json> shown(std::string_view name, std::string_view game) const;
    [[nodiscard]] std::vector<Json> listed() const;
    [[nodiscard]] std::size_t size() const { return all_.size() + archived_.size(); }
    [[nodiscard]] const std::map<std::string, std::unique_ptr<Contest>, std::less<>>& all() const {
        return all_;
    }

    void on_events(const GameId& id, const LiveGame& game, std::span<const GameEvent> events,
                   std::span<const std::string> facts, Effects& effects) override;
    [[nodiscard]] const Meetings& meetings() const { return meetings_; }
    // This does the same for a game out of the log.
    void replay_event(const GameId& id, const LiveGame& game, const GameEvent& event);

   private:
    // False if the fact does not fit; it is left out then.
    bool record(const std::string& contest, Json fact, Time now, Effects& effects);
    // The contest is there. False if the fact does not fit.
    bool apply(Contest& contest, std::string_view type, const Json& fact);
    // Begins the next round of a contest, or finishes it, where the last round is over.
    void advance(const Contest& contest, Time now, Effects& effects);
    // Why nothing can be done with one that is not kept whole.
    [[nodiscard]] Refusal why_absent(const std::string& contest) const;
    // Contests in which nothing changes any more get their results as the streams' last entry.
    void record_results(Time now, Effects& effects);
    [[nodiscard]] bool is_recorded(std::string_view name) const;
    void forget_oldest();

    [[nodiscard]] std::optional<Json> found(std::string_view name) const;

    const Accounts& accounts_;
    Hall& hall_;
    ReadStream read_;
    bool touched_ = false;
    std::map<std::string, std::unique_ptr<Contest>, std::less<>> all_;  // that are kept whole
    std::deque<std::string> settled_;                    // of those, in the order of their results
    std::map<std::string, Json, std::less<>> archived_;  // all others, in short
    std::map<std::string, int, std::less<>> entries_;    // of each stream
    Meetings meetings_;
};

}  // namespace kibitz::arena
