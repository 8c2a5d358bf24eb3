// Games with a clock on machines of different speeds.
#include "lab/time_share.hpp"

#include <nlohmann/json.hpp>

#include "chess/movegen.hpp"
#include "lab/laboratory.hpp"
#include "lab/unit_games.hpp"
#include "match/game_json.hpp"
#include "support/test.hpp"

using namespace kibitz;
using namespace kibitz::lab;
using namespace std::chrono_literals;
using nlohmann::json;

namespace {

constexpr std::int64_t reference = 1'000'000;
constexpr const char* yardstick = "ours";

class TimedTest {
   public:
    explicit TimedTest(std::int64_t reference_speed = reference) {
        laboratory.apply(0s, 0, KeyAdded{.name = "ann", .secret_hash = "x"}).value();
        TestPlan plan{.arguments = test::with_early_ends({{"-engine", {"cmd=a"}},
                                                          {"-engine", {"cmd=b"}},
                                                          {"-each", {"tc=10+0.1"}},
                                                          {"-rounds", {"10"}}})};
        plan.reference_speed = reference_speed;
        laboratory.apply(0s, 1, laboratory.propose(plan).value()).value();
    }
    std::optional<AssignedUnit> take(std::int64_t speed) {
        laboratory.saw(0s, "ann", {.cores = 1, .speed = speed, .yardstick = yardstick});
        return laboratory.take(0s, profile());
    }
    WorkerProfile profile() {
        return {.name = "ann",
                .free_cores = 1,
                .free_memory = std::int64_t{1} << 40,
                .speed = laboratory.workers().at("ann").speed};
    }
    // Two games that end at once, by resignation, as they would be delivered.
    static json games_of(const AssignedUnit& unit, int permille, std::chrono::milliseconds move) {
        json games = json::array();
        for (int number = 0; number < unit.encounter.games; ++number) {
            const auto task = match::task_of(unit.encounter, number);
            match::PlayedGame game = test::begun_game(unit, number);
            test::end_early(game, std::nullopt);
            game.moves.front().time = move;
            game.time_permille = permille;
            games.push_back(match::to_json(task, game));
        }
        return games;
    }
    std::string refusal(const AssignedUnit& unit, const json& games) {
        const auto checked =
            laboratory.check(0s, {unit.test, unit.attempt, "ann"}, games, unit.time_permille);
        return checked ? "" : checked.error();
    }

    Laboratory laboratory{{.yardstick = yardstick}};
};

}  // namespace

TEST_CASE("a machine has time for as many nodes as one of the reference speed") {
    CHECK(time_share(reference, reference) == 1000);
    CHECK(time_share(reference, 2 * reference) == 500);
    CHECK(time_share(reference, reference / 3) == 3000);
    CHECK(time_share(0, 7) == 1000);
    CHECK_FALSE(time_share(reference, 0).has_value());
    CHECK_FALSE(time_share(reference, reference / 11).has_value());
    CHECK_FALSE(time_share(reference, 11 * reference).has_value());
}

TEST_CASE(
    "a unit with a clock goes to a machine whose speed is known, with its share of the time") {
    TimedTest test;
    CHECK_FALSE(test.take(0).has_value());
    CHECK(test.laboratory.wants_speed(test.profile()));
    const auto unit = test.take(2 * reference);
    REQUIRE(unit);
    CHECK(unit->time_permille == 500);
    CHECK_FALSE(test.laboratory.wants_speed(test.profile()));
    CHECK(assigned_unit_from_json(to_json(*unit))->time_permille == 500);
    CHECK_FALSE(test.take(100 * reference).has_value());
    CHECK(test.laboratory.workers().at("ann").trouble().contains("too far from the 1000000"));
}

TEST_CASE("the clocks of a unit are checked with its share of the time") {
    TimedTest test;
    const auto unit = test.take(2 * reference);
    REQUIRE(unit);
    CHECK(test.refusal(*unit, TimedTest::games_of(*unit, 500, 4s)).empty());
    CHECK(test.refusal(*unit, TimedTest::games_of(*unit, 500, 6s))
              .contains("a move took more time than its side had"));
    CHECK(test.refusal(*unit, TimedTest::games_of(*unit, 1000, 4s))
              .contains("it was played with another share of the time"));
}

TEST_CASE("a test of an older version has the same time everywhere, and older workers play it") {
    TimedTest test(0);
    test.laboratory.saw(0s, "ann", {.cores = 1});
    const auto unit = test.laboratory.take(0s, test.profile());
    REQUIRE(unit);
    CHECK(unit->time_permille == 1000);
    CHECK_FALSE(to_json(*unit).contains("time_permille"));
    CHECK(test.laboratory.workers().at("ann").trouble().empty());
}

TEST_CASE("a worker of another version gets no games with a clock, and the operator sees why") {
    TimedTest test;
    CHECK_FALSE(test.take(0).has_value());  // now there are units
    test.laboratory.saw(0s, "ann", {.cores = 1});
    CHECK_FALSE(test.laboratory.take(0s, test.profile()).has_value());
    CHECK(test.laboratory.workers().at("ann").trouble().contains("an older version of kibitz"));
    test.laboratory.saw(0s, "ann", {.cores = 1, .speed = reference, .yardstick = "another"});
    CHECK_FALSE(test.laboratory.take(0s, test.profile()).has_value());
    CHECK(test.laboratory.workers().at("ann").trouble().contains("cannot be compared"));
    // Nothing is said of it any more once its speed counts.
    CHECK(test.take(reference).has_value());
    CHECK(test.laboratory.workers().at("ann").trouble().empty());
}
