#include "arena/contests/contest.hpp"
#include "arena/contests/knockout.hpp"

#include <array>
#include <bit>
#include <map>

#include "support/random.hpp"
#include "support/test.hpp"

using namespace kibitz::arena;
using namespace std::chrono_literals;
using kibitz::test::Random;

namespace {

constexpr Time noon = from_epoch(1'000'000);
constexpr int draw = 2;

// In the order of their seeds as text, too.
std::string name_of(int player) {
    const std::string digits = std::to_string(player);
    constexpr std::array longer{"", "X", "Y"};
    return std::string("P") + longer[digits.size() - 1] + digits;
}

std::unique_ptr<Contest> contest(const ContestFormat& format, int players, int rounds = 1,
                                 Milliseconds length = 0ms) {
    auto made = format.make({.name = "Cup",
                             .organiser = "P0",
                             .format = &format,
                             .terms = {.game = "connectfour"},
                             .rounds = rounds,
                             .length = length},
                            noon);
    for (int i = 0; i < players; ++i) made->join(name_of(i));
    return made;
}

bool everybody(const std::string&) { return true; }

// Begins the next round, if one is to begin.
void advance(Contest& contest) {
    while (contest.is_between_rounds()) {
        const auto pairing = contest.next_round();
        if (!pairing) return contest.finish();
        // As it comes out of the log.
        contest.begin_round(*contest.pairing_of(contest.to_json(*pairing)));
    }
}

std::vector<Contest::Players> next_games(Contest& contest, Time now,
                                         const Contest::IsHere& is_here) {
    advance(contest);
    return contest.games_to_start(now, is_here);
}

// Ends a game: 0 and 1 are sides, or a draw.
void end(Contest& contest, const Contest::Players& players, int result) {
    GameSummary game;
    game.players = players;
    if (result != draw) game.winner = static_cast<Side>(result);
    contest.game_ended(game);
}

struct Course {
    std::map<std::pair<std::string, std::string>, int> met;
    std::map<std::string, int> surplus, games, run, longest_run;

    // Side 1 for the first, -1 for the second.
    void add(const std::string& player, int side) {
        surplus[player] += side;
        ++games[player];
        int& last = run[player];
        last = last * side > 0 ? last + side : side;
        longest_run[player] = std::max(longest_run[player], std::abs(last));
    }
};

// Plays until nothing is due, with the results a function gives.
template <class Result>
Course play(Contest& contest, Result result) {
    Course course;
    for (auto due = next_games(contest, noon, everybody); !due.empty();
         due = next_games(contest, noon, everybody)) {
        for (const auto& players : due) {
            contest.game_started(players);
            ++course.met[std::minmax(players[0], players[1])];
            course.add(players[0], 1);
            course.add(players[1], -1);
        }
        for (const auto& players : due) end(contest, players, result(players));
    }
    return course;
}

std::string winner(const Contest& contest) {
    return contest.players()[static_cast<std::size_t>(contest.table().front().player)];
}

// The one that joined first wins.
int better_seed(const Contest::Players& players) { return players[0] < players[1] ? 0 : 1; }

}  // namespace

TEST_CASE("round robin: everybody meets everybody as often as there are rounds") {
    for (int players = 2; players <= 9; ++players)
        for (int rounds = 1; rounds <= 2; ++rounds) {
            CAPTURE(players);
            const auto cup = contest(round_robin_format, players, rounds);
            cup->start(noon);
            const Course course = play(*cup, better_seed);
            CHECK(cup->stage() == Contest::Stage::over);
            CHECK(static_cast<int>(course.met.size()) == players * (players - 1) / 2);
            for (const auto& [pair, count] : course.met) CHECK(count == rounds);
            for (const auto& [player, surplus] : course.surplus)
                CHECK(std::abs(surplus) <= (rounds == 1 ? 1 : 0));
            CHECK(winner(*cup) == "P0");
        }
}

TEST_CASE("swiss: nobody meets twice, one bye each, sides even") {
    for (const int players : {6, 7, 12}) {
        CAPTURE(players);
        const auto cup = contest(swiss_format, players, 4);
        cup->start(noon);
        Random random(5);
        const Course course =
            play(*cup, [&](const auto&) { return static_cast<int>(random.below(3)); });
        CHECK(cup->stage() == Contest::Stage::over);
        CHECK(cup->round() == 4);
        for (const auto& [pair, count] : course.met) CHECK(count == 1);
        for (const auto& [player, surplus] : course.surplus) CHECK(std::abs(surplus) <= 2);
        for (const auto& row : cup->table()) {
            CHECK(row.byes <= 1);
            CHECK(row.games() + row.byes == 4);
        }
    }
}

TEST_CASE("swiss: colours are even, and no third time running, whatever the results") {
    struct Field {
        int players, rounds;
    };
    for (const auto [players, rounds] : {Field{40, 8}, {39, 9}, {16, 5}, {240, 9}})
        for (std::uint64_t seed = 1; seed <= 20; ++seed) {
            CAPTURE(players);
            CAPTURE(seed);
            const auto cup = contest(swiss_format, players, rounds);
            cup->start(noon);
            Random random(seed);
            const Course course =
                play(*cup, [&](const auto&) { return static_cast<int>(random.below(3)); });
            for (const auto& [pair, count] : course.met) REQUIRE(count == 1);
            for (const auto& [player, surplus] : course.surplus) {
                CHECK(std::abs(surplus) <= 2);
                CHECK(course.longest_run.at(player) <= 2);
            }
        }
}

TEST_CASE("knockout: the best comes through, and byes are in the first round only") {
    for (int players = 2; players <= 33; ++players) {
        CAPTURE(players);
        const auto cup = contest(knockout_format, players);
        cup->start(noon);
        const auto rounds = static_cast<int>(std::bit_width(static_cast<unsigned>(players - 1)));
        const int byes = (1 << rounds) - players;
        CHECK(static_cast<int>(next_games(*cup, noon, everybody).size()) == (players - byes) / 2);
        const Course course = play(*cup, better_seed);
        CHECK(cup->stage() == Contest::Stage::over);
        CHECK(cup->round() == rounds);
        int games = 0;
        for (const auto& [pair, count] : course.met) games += count;
        CHECK(games == players - 1);
        // Who had no bye in the first round plays in each.
        CHECK(course.games.at(name_of(0)) == rounds - (byes > 0 ? 1 : 0));
        // The best two meet in the final at the earliest.
        CHECK(course.met.contains({name_of(0), name_of(1)}));
    }
}

TEST_CASE("knockout: the table goes by the round reached, the champion first") {
    const auto cup = contest(knockout_format, 9);
    cup->start(noon);
    CHECK(cup->to_json()["winner"] == nullptr);
    (void)play(*cup, better_seed);
    CHECK(cup->to_json()["winner"] == "P0");
    const std::vector<int> ranks{1, 2, 3, 3, 5, 5, 5, 5, 9};
    const auto table = cup->to_json()["table"];
    REQUIRE(table.size() == ranks.size());
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        CHECK(table[i]["player"] == "P" + std::to_string(i));
        CHECK(table[i]["rank"] == ranks[i]);
    }

    // The last of all wins the cup, through a round more than the best have played.
    const auto upset = contest(knockout_format, 9);
    upset->start(noon);
    (void)play(*upset, [](const auto& players) { return 1 - better_seed(players); });
    CHECK(upset->to_json()["winner"] == "P8");
    CHECK(upset->to_json()["table"][0]["player"] == "P8");
    CHECK(upset->to_json()["table"][8]["player"] == "P7");
}

TEST_CASE("a round that the log has paired otherwise is played as it was") {
    // Of nine the first sat out in each round, once.
    const auto cup = contest(knockout_format, 9);
    cup->start(noon);
    const std::vector<std::vector<Contest::Players>> rounds{
        {{"P1", "P8"}, {"P2", "P7"}, {"P3", "P6"}, {"P4", "P5"}},
        {{"P1", "P4"}, {"P2", "P3"}},
        {{"P1", "P2"}},
        {{"P0", "P1"}}};
    for (const auto& round : rounds) {
        for (const auto& game : round) cup->game_started(game);
        CHECK(next_games(*cup, noon, everybody).empty());
        for (const auto& game : round) end(*cup, game, 0);
    }
    advance(*cup);
    CHECK(cup->stage() == Contest::Stage::over);
    CHECK(cup->winner() == "P0");

    const auto swiss = contest(swiss_format, 5, 2);
    swiss->start(noon);
    advance(*swiss);
    CHECK(swiss->table()[0].player == 4);  // has the bye
    const std::vector<Contest::Players> first{{"P0", "P4"}, {"P2", "P1"}};
    for (const auto& game : first) swiss->game_started(game);
    CHECK(next_games(*swiss, noon, everybody).empty());
    CHECK(swiss->table()[0].player == 3);
    for (const auto& game : first) end(*swiss, game, 0);
    advance(*swiss);
    CHECK(swiss->round() == 2);
    (void)play(*swiss, better_seed);
    CHECK(swiss->stage() == Contest::Stage::over);
    for (const auto& row : swiss->table()) CHECK(row.games() + row.byes == 2);
}

TEST_CASE("large contests are sent without a crosstable, and listed without tables") {
    const auto of = [](std::size_t players) {
        return contest(swiss_format, static_cast<int>(players), 4);
    };
    CHECK(of(Contest::most_in_crosstable)->to_json().contains("crosstable"));
    const auto cup = of(10 * Contest::most_in_crosstable);
    cup->start(noon);
    (void)play(*cup, better_seed);
    CHECK(!cup->to_json().contains("crosstable"));
    CHECK(cup->to_json()["table"].size() == 10 * Contest::most_in_crosstable);
    CHECK(cup->to_short_json()["players"] == 10 * Contest::most_in_crosstable);
    for (const char* part : {"table", "crosstable", "games"})
        CHECK(!cup->to_short_json().contains(part));
}

TEST_CASE(
    "knockout: drawn games are played again with other sides, then the better seed advances") {
    const auto cup = contest(knockout_format, 2);
    cup->start(noon);
    const auto first = next_games(*cup, noon, everybody);
    for (int game = 0; game < Knockout::most_draws; ++game) {
        const auto due = next_games(*cup, noon, everybody);
        REQUIRE(due.size() == 1);
        CHECK(due[0][0] == first[0][static_cast<std::size_t>(game % 2)]);
        cup->game_started(due[0]);
        CHECK(next_games(*cup, noon, everybody).empty());
        end(*cup, due[0], draw);
    }
    advance(*cup);
    CHECK(cup->stage() == Contest::Stage::over);
}

TEST_CASE("a player who leaves plays no more; in a knockout the opponent advances") {
    const auto cup = contest(knockout_format, 4);
    cup->start(noon);
    cup->leave("P3");
    cup->leave("P1");
    const auto due = next_games(*cup, noon, everybody);
    REQUIRE(due.size() == 1);
    CHECK(std::set<std::string>{due[0][0], due[0][1]} == std::set<std::string>{"P0", "P2"});

    const auto all = contest(round_robin_format, 4);
    all->start(noon);
    all->leave("P2");
    const Course course = play(*all, better_seed);
    CHECK(all->stage() == Contest::Stage::over);
    CHECK(course.met.size() == 3);
    CHECK(all->why_not_leave("P2")->code == ErrorCode::not_in_contest);
}

TEST_CASE("a game that was aborted is played again") {
    const auto cup = contest(round_robin_format, 2);
    cup->start(noon);
    const auto due = next_games(*cup, noon, everybody);
    cup->game_started(due[0]);
    GameSummary aborted;
    aborted.players = due[0];
    aborted.ending = Ending::aborted;
    cup->game_ended(aborted);
    CHECK(next_games(*cup, noon, everybody) == due);
    CHECK(cup->table()[0].games() == 0);
}

TEST_CASE("a ladder is climbed by beating those above") {
    const auto ladder = contest(ladder_format, 4, 1, 1h);
    ladder->start(noon);
    const auto due = next_games(*ladder, noon, everybody);
    REQUIRE(due.size() == 2);
    for (const auto& players : due) ladder->game_started(players);
    CHECK(next_games(*ladder, noon, everybody).empty());
    // The lower one of each pair wins.
    for (const auto& players : due) end(*ladder, players, 1 - better_seed(players));
    CHECK(ladder->to_json()["ladder"] == Json{"P1", "P0", "P3", "P2"});
    // Not at once the same again: the next neighbours.
    const auto next = next_games(*ladder, noon, everybody);
    REQUIRE(next.size() == 2);
    for (const auto& players : next)
        CHECK(std::ranges::find(due, Contest::Players{players[1], players[0]}) == due.end());
    CHECK(ladder->deadline() == noon + 1h);
    CHECK(next_games(*ladder, noon + 1h, everybody).empty());
    ladder->tick(noon + 1h);
    CHECK(ladder->stage() == Contest::Stage::over);
}

TEST_CASE("a timed arena pairs those that are here, and games under way at the end count") {
    const auto arena = contest(timed_arena_format, 3, 1, 1h);
    arena->start(noon);
    const auto here = [](const std::string& player) { return player != "P1"; };
    const auto due = next_games(*arena, noon, here);
    REQUIRE(due.size() == 1);
    CHECK(std::set<std::string>{due[0][0], due[0][1]} == std::set<std::string>{"P0", "P2"});
    arena->game_started(due[0]);
    CHECK(!arena->why_not_join("Late"));
    arena->join("Late");
    const auto more = next_games(*arena, noon, everybody);
    REQUIRE(more.size() == 1);
    arena->tick(noon + 1h);
    end(*arena, due[0], 0);
    CHECK(arena->table()[0].wins == 1);
    CHECK(arena->why_not_join("Later")->code == ErrorCode::contest_over);
}

ContestSettings settings_for(const char* game) {
    ContestSettings settings;
    settings.name = "Cup";
    settings.terms.game = game;
    return settings;
}

TEST_CASE("contests that make no sense are refused, each with its code") {
    ContestSettings settings = settings_for("chess");
    CHECK(!why_not_settings(settings));
    settings.name = "";
    CHECK(why_not_settings(settings)->code == ErrorCode::bad_contest_name);
    settings.name = "Cup\u200B";  // zero width space
    CHECK(why_not_settings(settings)->code == ErrorCode::bad_contest_name);
    settings = settings_for("chess");
    settings.format = &timed_arena_format;
    CHECK(why_not_settings(settings)->code == ErrorCode::bad_length);
    settings = settings_for("go");
    CHECK(why_not_settings(settings)->code == ErrorCode::unknown_game_kind);
    settings = settings_for("chess");
    settings.rounds = 0;
    CHECK(why_not_settings(settings)->code == ErrorCode::bad_rounds);

    const auto cup = contest(swiss_format, 1);
    CHECK(cup->why_not_start()->code == ErrorCode::too_few_players);
    CHECK(cup->why_not_join("P0")->code == ErrorCode::already_in_contest);
    cup->join("P1");
    cup->start(noon);
    CHECK(cup->why_not_start()->code == ErrorCode::contest_begun);
    CHECK(cup->why_not_join("P2")->code == ErrorCode::contest_begun);
}
