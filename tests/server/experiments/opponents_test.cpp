// Experiments on players of the house: who plays against which file, and what the arena's own facts
// say about it.
#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "experiments/records.hpp"
#include "experiments/report.hpp"
#include "support/test.hpp"

using namespace kibitz::experiments;
using namespace std::chrono_literals;

namespace {

const Time begin{std::chrono::seconds(1'790'000'000)};
const std::string key(Records::key_bytes, 'k');
constexpr const char* player = "Level 5";

Plan plan_of(std::string_view goal, std::string_view guards = "[]") {
    const auto plan = read_plan(R"(
[experiment.b]
threshold = 0.4
opponent = "Level 5"
file = "b.toml"
goal = ")" + std::string(goal) +
                                R"("
guards = )" + std::string(guards) +
                                R"(
[experiment.c]
threshold = 0.2
opponent = "Level 5"
file = "c.toml"
goal = "score"
excludes = ["b"]
[experiment.page]
threshold = 0.5
goal = "rematch"
)");
    REQUIRE(plan);
    return *plan;
}

Records started(const Plan& plan, std::initializer_list<std::string_view> names,
                const std::string& own_key = key) {
    Records records;
    for (const std::string_view name : names) REQUIRE(records.start(plan, name, own_key, begin));
    return records;
}

std::string person(int number) { return "account:Person " + std::to_string(number); }

ArenaGame game_of(int number, Time began, std::string opponent = player) {
    return {.opponent = std::move(opponent), .unit = person(number), .began = began};
}

// The file that somebody plays against: "b", "c" or "" for the player as always.
std::string file_in(const Records& records, const ArenaGame& game) {
    const Run* const run = records.variant_in(game);
    return run == nullptr ? "" : run->experiment.name;
}

Records replayed(const Records& records) {
    Records again;
    for (const Json& fact : records.facts()) REQUIRE(again.apply(fact));
    return again;
}

GoalReport report_on(const Records& records, std::string_view name, std::string_view goal,
                     Time now) {
    const Report report = report_of(*records.find(name), now);
    if (report.goal.goal == goal) return report.goal;
    return *std::ranges::find(report.guards, goal, &GoalReport::goal);
}

double total(const kibitz::statistics::Moments& moments) {
    return moments.mean() * static_cast<double>(moments.units());
}

}  // namespace

TEST_CASE("somebody plays against the same file in every game, also after a restart") {
    Records records = started(plan_of("rematch"), {"b", "c"});
    std::map<std::string, int> people;
    constexpr int everybody = 2'000;
    std::map<int, std::string> first;
    for (int i = 0; i < everybody; ++i) {
        const ArenaGame game = game_of(i, begin + i * 1min);
        CHECK(file_in(records, game).empty());  // chance has not been asked yet
        (void)records.game_began(game);
        first[i] = file_in(records, game);
        ++people[first[i]];
    }
    // 40 % and 20 %, within four standard deviations.
    CHECK(std::abs(people["b"] - 800) < 4 * 22);
    CHECK(std::abs(people["c"] - 400) < 4 * 18);
    const Records again = replayed(records);
    int moved = 0;
    for (int i = 0; i < everybody; ++i) {
        const ArenaGame later = game_of(i, begin + 300h);
        (void)records.game_began(later);
        moved += file_in(records, later) == first[i] && file_in(again, later) == first[i] ? 0 : 1;
        // Against everybody else there is nothing to choose.
        CHECK(file_in(records, game_of(i, begin + 300h, "Level 6")).empty());
    }
    CHECK(moved == 0);
    // Those who get one of them do not count for the other.
    CHECK(records.find("b")->units.size() == static_cast<std::size_t>(everybody - people["c"]));
    CHECK(records.find("c")->units.size() == static_cast<std::size_t>(everybody - people["b"]));
    // A game that began before the stop goes on as it began; a later one is against the player.
    CHECK(records.stop("b", begin + 400h));
    int with_b = 0;
    for (int i = 0; i < everybody; ++i) {
        with_b += file_in(records, game_of(i, begin + 399h)) == "b" ? 1 : 0;
        CHECK(file_in(records, game_of(i, begin + 400h)) != "b");
    }
    CHECK(with_b == people["b"]);
    // Nothing is left that connects the totals with people.
    CHECK(records.keep("b", Json{{"players", 1}}, begin + 401h));
    CHECK(file_in(records, game_of(1, begin + 399h)) != "b");
}

TEST_CASE("games count for experiments on opponents only, and visits for those on pages") {
    Records records = started(plan_of("rematch"), {"b", "page"});
    CHECK(records.seen(person(1), begin).size() == 1);
    CHECK(records.active(person(1)).size() <= 1);
    CHECK(records.find("b")->units.empty());
    CHECK(records.game_began(game_of(2, begin)).size() == 1);
    CHECK(records.find("b")->units.size() == 1);
    CHECK(records.find("page")->units.size() == 1);
    CHECK(records.reached(person(2), "rematch", 1, begin).empty());
    const Combination active = records.active(person(2));
    CHECK(std::ranges::find(active, "b") == active.end());
}

TEST_CASE("goals are what happens in the arena") {
    const Plan plan = plan_of("rematch", R"(["finished", "another-game", "score", "moves"])");
    Records records = started(plan, {"b"});
    const auto play = [&](int who, Time began, const ArenaResult& result,
                          const std::string& opponent = player) {
        (void)records.game_began(game_of(who, began, opponent));
        (void)records.game_ended(game_of(who, began, opponent), result);
    };
    const auto won = [](Time at) {
        return ArenaResult{.is_finished = true, .score = 1, .moves = 30, .ended = at};
    };
    const ArenaResult left{.is_finished = false, .score = 0, .moves = 4, .ended = begin + 2h};
    // One finishes and comes back, one leaves, one draws and then plays against somebody else, one
    // comes back too late, one plays elsewhere only, one was in a game before.
    play(1, begin + 1h, won(begin + 2h));
    play(1, begin + 3h, left);
    play(2, begin + 1h, left);
    play(3, begin + 1h, {.is_finished = true, .score = 0.5, .moves = 50, .ended = begin + 2h});
    play(3, begin + 3h, won(begin + 4h), "Level 6");
    play(4, begin + 1h, won(begin + 2h));
    play(4, begin + 26h, won(begin + 27h));
    play(5, begin + 1h, won(begin + 2h), "Level 6");
    play(6, begin - 1h, won(begin + 1h));
    const Records again = replayed(records);
    const Time now = begin + 100h;
    for (const Records* one : {&std::as_const(records), &again}) {
        CHECK(one->find("b")->units.size() == 4);
        const auto sum = [&](std::string_view goal) {
            const GoalReport report = report_on(*one, "b", goal, now);
            return total(report.control) + total(report.variant);
        };
        CHECK(sum("rematch") == doctest::Approx(1));
        CHECK(sum("another-game") == doctest::Approx(2));
        CHECK(sum("finished") == doctest::Approx(3));
        CHECK(sum("score") == doctest::Approx(2.5));
        CHECK(sum("moves") == doctest::Approx(30 + 4 + 50 + 30));
    }
}

TEST_CASE("somebody who leaves plays against the player as always, and counts no more") {
    Records records = started(plan_of("rematch"), {"b"});
    int with_variant = 0;
    while (!records.is_drawn(*records.find("b"), person(with_variant))) ++with_variant;
    const ArenaGame first = game_of(with_variant, begin);
    (void)records.game_began(first);
    CHECK(file_in(records, first) == "b");
    CHECK(records.leave(first.unit, begin + 1h).size() == 1);
    CHECK(records.leave(first.unit, begin + 1h).empty());
    const ArenaGame next = game_of(with_variant, begin + 2h);
    CHECK(records.game_began(next).empty());
    CHECK(file_in(records, next).empty());
    CHECK(replayed(records).has_left(first.unit));
    const ArenaGame other = game_of(10'000, begin);
    CHECK(records.leave(other.unit, begin).size() == 1);
    CHECK(records.game_began(other).empty());
    CHECK(records.join(first.unit, begin + 3h).size() == 1);
    CHECK(file_in(records, next) == "b");
    CHECK_FALSE(replayed(records).has_left(first.unit));
}

TEST_CASE("of a player whose data is deleted nothing is left") {
    Records records = started(plan_of("rematch"), {"b"});
    std::vector<int> counted;  // the others get the experiment that this one excludes
    for (int i = 0; i < 50; ++i) {
        if (!records.game_began(game_of(i, begin + i * 1min)).empty()) counted.push_back(i);
        if (i % 3 == 0) (void)records.game_began(game_of(i, begin + i * 1min + 1h));
    }
    const int one = counted[5], other = counted[20];
    (void)records.leave(person(one), begin + 2h);
    Records without;  // the same with nobody called so from the beginning
    without = started(plan_of("rematch"), {"b"});
    for (int i = 0; i < 50; ++i) {
        if (i == one || i == other) continue;
        (void)without.game_began(game_of(i, begin + i * 1min));
        if (i % 3 == 0) (void)without.game_began(game_of(i, begin + i * 1min + 1h));
    }
    CHECK(records.forget(person(one)));
    CHECK(records.forget(person(other)));
    CHECK_FALSE(records.forget(person(other)));
    CHECK(records.facts() == without.facts());
    CHECK_FALSE(records.has_left(person(one)));
}

TEST_CASE("a variant on a player whom another experiment changes is refused") {
    Records records = started(plan_of("rematch"), {"b"});
    const auto other = read_plan(R"(
[experiment.d]
threshold = 0.5
opponent = "Level 5"
file = "d.toml"
goal = "moves"
)");
    REQUIRE(other);
    const auto refused = records.start(*other, "d", key, begin);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == "opponentTaken");
}

TEST_CASE("journals of before are read, and what does not fit is not") {
    Records records;
    CHECK(records.apply(Json::parse(
        R"({"alpha":0.05,"controlHigh":1.0,"controlLow":0.5,"draw":"a",
        "fact":"start","goal":"thanks","guards":[],"high":0.5,"hours":24,"key":")" +
        std::string(64, 'a') + R"(","low":0.0,"measure":"rate","name":"a","time":1790000000})")));
    CHECK_FALSE(records.has_opponents());
    CHECK(records.is_anything_running());
    CHECK_FALSE(records.apply({{"fact", "left"}, {"time", 1}}));
    CHECK_FALSE(records.apply({{"fact", "seen"}, {"time", 1}, {"unit", "1"}, {"arm", 0}}));
}
