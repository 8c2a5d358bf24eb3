// A contest: who plays whom next, and how it stands. A state machine that is told of joins and
// games; the same ones give the same contest.
//
// Round robin, Swiss and knockout go by rounds: the next one begins when all games of the last are
// over. Ladders and timed arenas pair whoever is there and free, until their time is up. Meetings
// are those of the battlebot protocol, which pairs its bots itself: they are only counted here.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "arena/hall.hpp"
#include "arena/offers.hpp"
#include "tournament/colours.hpp"
#include "tournament/table.hpp"

namespace kibitz::arena {

inline constexpr const char* contest_kinds_text =
    "a contest's kind is roundRobin, swiss, knockout, ladder or arena";

enum class ContestKind : std::uint8_t { round_robin, swiss, knockout, ladder, arena, meetings };
constexpr std::array<const char*, 6> contest_kind_names{"roundRobin", "swiss", "knockout",
                                                        "ladder",     "arena", "meetings"};
constexpr const char* to_string(ContestKind kind) {
    return contest_kind_names[static_cast<std::size_t>(kind)];
}

struct ContestSettings {
    std::string name;
    std::string organiser;
    ContestKind kind = ContestKind::round_robin;
    Terms terms;
    int rounds = 1;          // of a Swiss; times round for a round robin
    Milliseconds length{0};  // of a ladder or a timed arena

    [[nodiscard]] bool is_timed() const {
        return kind == ContestKind::ladder || kind == ContestKind::arena;
    }
    [[nodiscard]] bool has_rounds() const { return !is_timed() && kind != ContestKind::meetings; }
    bool operator==(const ContestSettings&) const = default;
};
// Nothing if such a contest can be held.
std::optional<Refusal> why_not_settings(const ContestSettings& settings);

class Contest {
   public:
    enum class Stage : std::uint8_t { open, running, over };
    using IsHere = std::function<bool(const std::string& player)>;
    using Players = std::array<std::string, 2>;

    static constexpr std::size_t most_players = 500;
    // A knockout game is played again after a draw; after so many the better seed goes on.
    static constexpr int most_draws = 3;
    // The crosstable is told of contests of so many at most: it grows with their square.
    static constexpr std::size_t most_in_crosstable = 24;

    // One that nobody has started for so long is over.
    static constexpr Milliseconds longest_open = std::chrono::hours(24);

    Contest(ContestSettings settings, Time created)
        : settings_(std::move(settings)), created_(created) {}

    // Why it cannot be; nothing if it can.
    [[nodiscard]] std::optional<Refusal> why_not_join(const std::string& player) const;
    [[nodiscard]] std::optional<Refusal> why_not_leave(const std::string& player) const;
    [[nodiscard]] std::optional<Refusal> why_not_start() const;
    // The order of joining is the seeding.
    void join(const std::string& player);
    // Games not begun are not played; in a knockout the opponent goes on.
    void leave(const std::string& player);
    void start(Time now);
    // By the host, before its end: games under way still count.
    void close();

    // A game of meetings makes its players join.
    void game_started(const Players& players);
    void game_ended(const GameSummary& game);

    // The games to be started now, the player of the first side first. Ladders and timed arenas
    // pair those that are here; the others pair everybody.
    [[nodiscard]] std::vector<Players> due(Time now, const IsHere& is_here) const;
    // When tick() ends it.
    [[nodiscard]] std::optional<Time> deadline() const;
    void tick(Time now);

    [[nodiscard]] const ContestSettings& settings() const { return settings_; }
    [[nodiscard]] Stage stage() const { return stage_; }
    // It is over, and so are its games: nothing changes any more.
    [[nodiscard]] bool is_settled() const { return stage_ == Stage::over && playing_.empty(); }
    [[nodiscard]] Time created() const { return created_; }
    [[nodiscard]] const std::vector<std::string>& players() const { return players_; }
    [[nodiscard]] int round() const { return round_; }
    // Of a knockout by the round that each came to, the champion first.
    [[nodiscard]] tournament::Table table() const;
    // Whose contest it is, when it is over; nobody where no tie-break parts the best.
    [[nodiscard]] std::optional<std::string> winner() const;
    // With the table, the games, and the crosstable if it is small.
    [[nodiscard]] Json to_json() const;
    // For a list of contests: how many play instead of who.
    [[nodiscard]] Json to_short_json() const;

   private:
    struct Pair {
        int first = 0, second = 0;
        enum class State : std::uint8_t { waiting, playing, done } state = State::waiting;
        int draws = 0;
    };

    [[nodiscard]] int number_of(const std::string& player) const;  // -1: plays not here
    [[nodiscard]] const std::string& name(int player) const {
        return players_[static_cast<std::size_t>(player)];
    }
    [[nodiscard]] bool has_left(int player) const { return left_.contains(player); }
    // In the order of their sides, on a board of the round.
    [[nodiscard]] std::pair<int, int> with_sides(int a, int b, std::size_t board) const;
    void add_result(const GameSummary& game, int first, int second);
    Pair* pair_of(int a, int b);
    Pair* adopt(int first, int second);
    void drop_games_of_those_who_left();
    void go_on();
    void begin_round(std::vector<std::pair<int, int>> pairs);
    bool next_round();
    bool next_round_robin();
    bool next_swiss();
    bool next_knockout();
    void climb(int winner, int loser);
    void play_on(Pair& pair, const GameSummary& game);
    [[nodiscard]] std::vector<std::pair<int, int>> due_by_time(const IsHere& is_here) const;
    [[nodiscard]] Json head_json() const;
    [[nodiscard]] Json row_json(const tournament::TableRow& row) const;
    [[nodiscard]] Json crosstable_json(const tournament::Table& standing) const;

    ContestSettings settings_;
    Time created_;
    Stage stage_ = Stage::open;
    std::optional<Time> ends_;
    std::vector<std::string> players_;
    std::set<int> left_;
    int round_ = 0;
    std::vector<Pair> pairs_;                   // of the round
    std::vector<int> byes_;                     // of a Swiss
    std::size_t byes_before_ = 0;               // those of earlier rounds
    std::vector<int> survivors_, going_on_;     // of a knockout, and of its round
    std::vector<int> ladder_;                   // the top first
    std::multiset<int> playing_;                // of kinds without rounds, once for each game
    std::vector<int> last_opponent_;            // by player; -1: none
    std::vector<int> reached_;                  // by player: the round of a knockout; 0: none
    std::vector<tournament::Colours> colours_;  // by player
    std::vector<tournament::GameResult> results_;
    Json games_ = Json::array();
};

}  // namespace kibitz::arena
