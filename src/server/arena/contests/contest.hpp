// A contest: who plays whom next, and how it stands. A state machine that joins and games are
// passed to; the same ones give the same contest. What the formats share is here; each format is a
// class of its own (contest_format.hpp).
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "arena/contests/contest_format.hpp"
#include "arena/error_code.hpp"
#include "arena/game_summary.hpp"
#include "arena/offers.hpp"
#include "tournament/colours.hpp"
#include "tournament/table.hpp"

namespace kibitz::arena {

struct ContestSettings {
    std::string name{};
    std::string organiser{};  // empty: the operator of the server
    const ContestFormat* format = &round_robin_format;
    Terms terms{};
    int rounds = 1;          // of a Swiss; times round for a round robin
    Milliseconds length{0};  // of a timed format

    // Without the format, which is the contest's class.
    void serialise(Serialiser& s);
    bool operator==(const ContestSettings&) const = default;
};
// Nothing if such a contest can be held.
std::optional<Refusal> why_not_settings(const ContestSettings& settings);

// A round: who plays whom, and who sits out. Players are numbers, in the order of their joining.
struct Pairing {
    int round = 1;
    std::vector<std::pair<int, int>> games;  // the player of the first side first
    std::vector<int> byes{};
};

class Contest {
   public:
    enum class Stage : std::uint8_t { open, running, over };
    using IsHere = std::function<bool(const std::string& player)>;
    using Players = std::array<std::string, 2>;

    static constexpr std::size_t most_players = 500;
    // The crosstable, which grows with the square of the players, is left out above that.
    static constexpr std::size_t most_in_crosstable = 24;
    // A contest that nobody has started for so long is over.
    static constexpr Milliseconds longest_open = std::chrono::hours(24);

    Contest(ContestSettings settings, Time created)
        : settings_(std::move(settings)), created_(created) {}
    virtual ~Contest() = default;

    // Why it cannot be; nothing if it can.
    [[nodiscard]] std::optional<Refusal> why_not_join(const std::string& player) const;
    [[nodiscard]] std::optional<Refusal> why_not_leave(const std::string& player) const;
    [[nodiscard]] std::optional<Refusal> why_not_start() const;
    // The order of joining is the seeding.
    void join(const std::string& player);
    // Games that have not begun are not played.
    void leave(const std::string& player);
    void start(Time now);
    // The operator does this before the contest's end: games under way still count.
    void close();
    // No round is left to be played.
    void finish();

    // All games of the round are over, or none has begun: next_round() is to be begun, or the
    // contest finished where there is none. Formats without rounds never are.
    [[nodiscard]] virtual bool is_between_rounds() const { return false; }
    [[nodiscard]] virtual std::optional<Pairing> next_round() const { return std::nullopt; }
    virtual void begin_round(const Pairing&) {}
    // {"round": 2, "games": [["Ann", "Bob"]], "byes": ["Eve"]}, as the log has it.
    [[nodiscard]] Json to_json(const Pairing& pairing) const;
    // Nothing if it is no pairing of these players.
    [[nodiscard]] std::optional<Pairing> pairing_of(const Json& json) const;

    // The games to be started now, the player of the first side first.
    [[nodiscard]] virtual std::vector<Players> games_to_start(Time now,
                                                              const IsHere& is_here) const = 0;
    virtual void game_started(const Players& players);
    void game_ended(const GameSummary& game);

    // Derived classes with members add theirs.
    virtual void serialise(Serialiser& s);

    // When tick() ends it.
    [[nodiscard]] std::optional<Time> deadline() const;
    void tick(Time now);

    [[nodiscard]] const ContestSettings& settings() const { return settings_; }
    [[nodiscard]] Stage stage() const { return stage_; }
    // It is over, and so are its games: nothing changes any more.
    [[nodiscard]] bool is_settled() const { return stage_ == Stage::over && playing_.empty(); }
    [[nodiscard]] Time created() const { return created_; }
    [[nodiscard]] const std::vector<std::string>& players() const { return players_; }
    [[nodiscard]] virtual int round() const { return 0; }
    [[nodiscard]] virtual tournament::Table table() const;
    // When it is over; nobody where no tie-break separates the best.
    [[nodiscard]] virtual std::optional<std::string> winner() const;
    // Has joined and not left.
    [[nodiscard]] bool takes_part(const std::string& player) const {
        const int number = number_of(player);
        return number >= 0 && !has_left(number);
    }
    [[nodiscard]] bool has_results() const { return !results_.empty(); }
    // With the table, the games, and the crosstable if it is small.
    [[nodiscard]] Json to_json() const;
    // A list of contests has this: the number of players in place of the players.
    [[nodiscard]] Json to_short_json() const;

   protected:
    // What happens in a contest beyond the books that all formats keep.
    virtual void on_join() {}
    virtual void on_leave() {}
    virtual void on_start(Time) {}
    virtual void on_finish() {}
    virtual void on_game_started(int /*first*/, int /*second*/) {}
    virtual void on_game_aborted(int /*first*/, int /*second*/) {}
    virtual void on_game_ended(int /*first*/, int /*second*/, const GameSummary&) {}
    virtual void add_to_json(Json&) const {}
    // A timed format that has begun has an end.
    [[nodiscard]] virtual std::optional<Time> end_time() const { return std::nullopt; }
    [[nodiscard]] virtual std::vector<int> byes() const { return {}; }
    [[nodiscard]] virtual tournament::TieBreaks tie_breaks() const {
        return tournament::TieBreaks::buchholz_first;
    }

    void set_stage(Stage stage) { stage_ = stage; }
    [[nodiscard]] int player_count() const { return static_cast<int>(players_.size()); }
    [[nodiscard]] int active_count() const {
        return static_cast<int>(players_.size() - left_.size());
    }
    [[nodiscard]] int number_of(const std::string& player) const;  // -1: does not play here
    [[nodiscard]] const std::string& name(int player) const {
        return players_[static_cast<std::size_t>(player)];
    }
    [[nodiscard]] bool has_left(int player) const { return left_.contains(player); }
    [[nodiscard]] bool is_playing(int player) const { return playing_.contains(player); }
    [[nodiscard]] bool is_anybody_playing() const { return !playing_.empty(); }
    [[nodiscard]] const tournament::Colours& colours(int player) const {
        return colours_[static_cast<std::size_t>(player)];
    }
    [[nodiscard]] const std::vector<tournament::GameResult>& results() const { return results_; }
    // The two in the order of their sides, on a board of the round.
    [[nodiscard]] std::pair<int, int> with_sides(int a, int b, std::size_t board) const;

   private:
    void add_result(const GameSummary& game, int first, int second);
    [[nodiscard]] Json head_json() const;
    [[nodiscard]] Json row_json(const tournament::TableRow& row) const;
    [[nodiscard]] Json crosstable_json(const tournament::Table& standing) const;

    ContestSettings settings_;
    Time created_;
    Stage stage_ = Stage::open;
    std::vector<std::string> players_;
    std::set<int> left_;
    std::multiset<int> playing_;                // once for each game
    std::vector<tournament::Colours> colours_;  // by player
    std::vector<tournament::GameResult> results_;
    Json games_ = Json::array();
};

}  // namespace kibitz::arena
