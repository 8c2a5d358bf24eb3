#include "arena/contests/contest.hpp"

#include <map>

#include "players/random.hpp"
#include "support/test.hpp"

using namespace kibitz::arena;
using namespace std::chrono_literals;
using kibitz::players::Random;

namespace {

constexpr Time noon = from_epoch(1'000'000);
constexpr int draw = 2;

Contest contest(ContestKind kind, int players, int rounds = 1, Milliseconds length = 0ms) {
    Contest made({.name = "Cup",
                  .organiser = "P0",
                  .kind = kind,
                  .terms = {.game = "connectfour"},
                  .rounds = rounds,
                  .length = length});
    for (int i = 0; i < players; ++i) made.join("P" + std::to_string(i));
    return made;
}

bool everybody(const std::string&) { return true; }

// Ends a game: 0 and 1 are sides, or a draw.
void end(Contest& contest, const Contest::Players& players, int result) {
    GameSummary game;
    game.players = players;
    if (result != draw) game.winner = static_cast<Side>(result);
    contest.game_ended(game);
}

struct Course {
    std::map<std::pair<std::string, std::string>, int> met;
    std::map<std::string, int> surplus, games;
};

// Plays until nothing is due, with the results a function gives.
template <class Result>
Course play(Contest& contest, Result result) {
    Course course;
    for (auto due = contest.due(noon, everybody); !due.empty();
         due = contest.due(noon, everybody)) {
        for (const auto& players : due) {
            contest.game_started(players);
            ++course.met[std::minmax(players[0], players[1])];
            ++course.surplus[players[0]];
            --course.surplus[players[1]];
            ++course.games[players[0]];
            ++course.games[players[1]];
        }
        for (const auto& players : due) end(contest, players, result(players));
    }
    return course;
}

std::string winner(const Contest& contest) {
    return contest.players()[static_cast<std::size_t>(contest.table().rows.front().player)];
}

// The one that joined first wins.
int better_seed(const Contest::Players& players) { return players[0] < players[1] ? 0 : 1; }

}  // namespace

TEST_CASE("round robin: everybody meets everybody as often as there are rounds") {
    for (int players = 2; players <= 9; ++players)
        for (int rounds = 1; rounds <= 2; ++rounds) {
            CAPTURE(players);
            Contest cup = contest(ContestKind::round_robin, players, rounds);
            cup.start(noon);
            const Course course = play(cup, better_seed);
            CHECK(cup.stage() == Contest::Stage::over);
            CHECK(static_cast<int>(course.met.size()) == players * (players - 1) / 2);
            for (const auto& [pair, count] : course.met) CHECK(count == rounds);
            for (const auto& [player, surplus] : course.surplus)
                CHECK(std::abs(surplus) <= (rounds == 1 ? 1 : 0));
            CHECK(winner(cup) == "P0");
        }
}

TEST_CASE("swiss: nobody meets twice, one bye each, sides even") {
    for (const int players : {6, 7, 12}) {
        CAPTURE(players);
        Contest cup = contest(ContestKind::swiss, players, 4);
        cup.start(noon);
        Random random(5);
        const Course course =
            play(cup, [&](const auto&) { return static_cast<int>(random.below(3)); });
        CHECK(cup.stage() == Contest::Stage::over);
        CHECK(cup.round() == 4);
        for (const auto& [pair, count] : course.met) CHECK(count == 1);
        for (const auto& [player, surplus] : course.surplus) CHECK(std::abs(surplus) <= 2);
        for (const auto& row : cup.table().rows) {
            CHECK(row.byes <= 1);
            CHECK(row.games() + row.byes == 4);
        }
    }
}

TEST_CASE("knockout: the best comes through, whatever the number") {
    for (int players = 2; players <= 9; ++players) {
        CAPTURE(players);
        Contest cup = contest(ContestKind::knockout, players);
        cup.start(noon);
        const Course course = play(cup, better_seed);
        CHECK(cup.stage() == Contest::Stage::over);
        int games = 0;
        for (const auto& [pair, count] : course.met) games += count;
        CHECK(games == players - 1);
        CHECK(course.games.at("P0") <= 4);
        // The final is between the best two.
        CHECK(course.met.contains({"P0", "P1"}));
    }
}

TEST_CASE("knockout: drawn games are played again with other sides, then the better seed goes on") {
    Contest cup = contest(ContestKind::knockout, 2);
    cup.start(noon);
    const auto first = cup.due(noon, everybody);
    for (int game = 0; game < Contest::most_draws; ++game) {
        const auto due = cup.due(noon, everybody);
        REQUIRE(due.size() == 1);
        CHECK(due[0][0] == first[0][static_cast<std::size_t>(game % 2)]);
        cup.game_started(due[0]);
        CHECK(cup.due(noon, everybody).empty());
        end(cup, due[0], draw);
    }
    CHECK(cup.stage() == Contest::Stage::over);
}

TEST_CASE("who leaves plays no more; in a knockout the opponent goes on") {
    Contest cup = contest(ContestKind::knockout, 4);
    cup.start(noon);
    cup.leave("P3");
    cup.leave("P1");
    const auto due = cup.due(noon, everybody);
    REQUIRE(due.size() == 1);
    CHECK(std::set<std::string>{due[0][0], due[0][1]} == std::set<std::string>{"P0", "P2"});

    Contest all = contest(ContestKind::round_robin, 4);
    all.start(noon);
    all.leave("P2");
    const Course course = play(all, better_seed);
    CHECK(all.stage() == Contest::Stage::over);
    CHECK(course.met.size() == 3);
    CHECK(all.why_not_leave("P2") == "you are not in it");
}

TEST_CASE("a game that was aborted is played again") {
    Contest cup = contest(ContestKind::round_robin, 2);
    cup.start(noon);
    const auto due = cup.due(noon, everybody);
    cup.game_started(due[0]);
    GameSummary aborted;
    aborted.players = due[0];
    aborted.ending = Ending::aborted;
    cup.game_ended(aborted);
    CHECK(cup.due(noon, everybody) == due);
    CHECK(cup.table().rows[0].games() == 0);
}

TEST_CASE("a ladder is climbed by beating those above") {
    Contest ladder = contest(ContestKind::ladder, 4, 1, 1h);
    ladder.start(noon);
    const auto due = ladder.due(noon, everybody);
    REQUIRE(due.size() == 2);
    for (const auto& players : due) ladder.game_started(players);
    CHECK(ladder.due(noon, everybody).empty());
    // The lower one of each pair wins.
    for (const auto& players : due) end(ladder, players, 1 - better_seed(players));
    CHECK(ladder.to_json()["ladder"] == Json{"P1", "P0", "P3", "P2"});
    // Not at once the same again: the next neighbours.
    const auto next = ladder.due(noon, everybody);
    REQUIRE(next.size() == 2);
    for (const auto& players : next)
        CHECK(std::ranges::find(due, Contest::Players{players[1], players[0]}) == due.end());
    CHECK(ladder.deadline() == noon + 1h);
    CHECK(ladder.due(noon + 1h, everybody).empty());
    ladder.tick(noon + 1h);
    CHECK(ladder.stage() == Contest::Stage::over);
}

TEST_CASE("a timed arena pairs those that are here, and games under way at the end count") {
    Contest arena = contest(ContestKind::arena, 3, 1, 1h);
    arena.start(noon);
    const auto here = [](const std::string& player) { return player != "P1"; };
    const auto due = arena.due(noon, here);
    REQUIRE(due.size() == 1);
    CHECK(std::set<std::string>{due[0][0], due[0][1]} == std::set<std::string>{"P0", "P2"});
    arena.game_started(due[0]);
    CHECK(!arena.why_not_join("Late"));
    arena.join("Late");
    const auto more = arena.due(noon, everybody);
    REQUIRE(more.size() == 1);
    arena.tick(noon + 1h);
    end(arena, due[0], 0);
    CHECK(arena.table().rows[0].wins == 1);
    CHECK(arena.why_not_join("Later") == "the contest is over");
}

ContestSettings settings_for(const char* game) {
    ContestSettings settings;
    settings.name = "Cup";
    settings.terms.game = game;
    return settings;
}

TEST_CASE("contests that make no sense are refused in words") {
    ContestSettings settings = settings_for("chess");
    CHECK(!why_not(settings));
    settings.name = "";
    CHECK(why_not(settings) == "a contest's name has 1 to 64 bytes and no control characters");
    settings = settings_for("chess");
    settings.kind = ContestKind::arena;
    CHECK(why_not(settings) == "length is up to 30 days, in milliseconds");
    settings = settings_for("go");
    CHECK(why_not(settings) == "there is no game \"go\"");
    settings = settings_for("chess");
    settings.rounds = 0;
    CHECK(why_not(settings) == "rounds are 1 to 100");

    Contest cup = contest(ContestKind::swiss, 1);
    CHECK(cup.why_not_start() == "a contest needs two players");
    CHECK(cup.why_not_join("P0") == "you are in it already");
    cup.join("P1");
    cup.start(noon);
    CHECK(cup.why_not_start() == "the contest has begun");
    CHECK(cup.why_not_join("P2") == "the contest has begun");
}
