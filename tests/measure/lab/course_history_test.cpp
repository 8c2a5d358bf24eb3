// The course of a test for its graph: how many points there are, and what they say.
#include "lab/course_history.hpp"

#include "lab/result_fold.hpp"
#include "support/test.hpp"

using namespace kibitz;
using namespace kibitz::lab;

namespace {

match::MatchSettings settings_of(int rounds) {
    match::MatchSettings settings;
    settings.players.resize(2);
    settings.rounds = rounds;
    settings.sprt = match::SprtSettings{.elo0 = -100, .elo1 = 100, .alpha = 1e-9, .beta = 1e-9};
    return settings;
}

// The first game of each unit is won by its first player, the second one drawn.
void play(ResultFold& fold, const WorkerName& worker, int unit) {
    UnitResult result{.worker = worker, .unit = {.unit = unit}, .games = {}};
    for (int game = 0; game < 2; ++game) {
        match::GameSummary summary{.task = match::task_of(fold.encounter(unit), game)};
        if (game == 0)
            summary.end = {.ending = match::Ending::checkmate,
                           .winner = summary.task.white == 0 ? Color::white : Color::black,
                           .detail = {}};
        else
            summary.end = {.ending = match::Ending::stalemate, .winner = {}, .detail = {}};
        result.games.push_back(summary);
    }
    REQUIRE(fold.add(result) == ResultVerdict::counts);
}

}  // namespace

TEST_CASE("a short test has a point after each unit") {
    const auto settings = settings_of(10);
    ResultFold fold(settings);
    while (fold.open_unit()) {
    }
    for (int unit = 0; unit < 10; ++unit) play(fold, "a", unit);
    const auto& points = fold.history().points();
    REQUIRE(points.size() == 10);
    CHECK(points.front().games == 2);
    CHECK(points.back().games == 20);
    CHECK(points.back().log_likelihood_ratio == fold.course().log_likelihood_ratio());
    REQUIRE(points.back().elo);
    CHECK(points.back().elo->value == doctest::Approx(190.8).epsilon(0.001));
}

TEST_CASE("a point stands for a unit that is counted, in the order of their numbers") {
    const auto settings = settings_of(3);
    ResultFold fold(settings);
    while (fold.open_unit()) {
    }
    play(fold, "a", 1);
    CHECK(fold.history().points().empty());
    play(fold, "a", 0);
    CHECK(fold.history().points().size() == 2);
}

TEST_CASE("voiding a worker begins the course anew") {
    const auto settings = settings_of(4);
    ResultFold fold(settings);
    while (fold.open_unit()) {
    }
    for (int unit = 0; unit < 4; ++unit) play(fold, unit < 2 ? "a" : "b", unit);
    fold.void_worker("b");
    CHECK(fold.history().points().size() == 2);
    fold.restore_worker("b");
    CHECK(fold.history().points().size() == 4);
}

TEST_CASE("however long the test, the points are few and evenly spread") {
    const auto settings = settings_of(1);
    const match::MatchCourse course(settings);
    CourseHistory history(8);
    for (int unit = 0; unit < 1000; ++unit) {
        history.counted(course);
        CHECK(history.points().size() < 8);
    }
    CHECK(history.points().size() >= 4);

    auto long_test = settings_of(500);
    long_test.sprt.reset();  // which would be decided before
    ResultFold fold(long_test);
    while (fold.open_unit()) {
    }
    for (int unit = 0; unit < 500; ++unit) play(fold, "a", unit);
    const auto& points = fold.history().points();
    REQUIRE(points.size() == 250);
    for (std::size_t i = 0; i < points.size(); ++i)
        CHECK(points[i].games == static_cast<std::int64_t>(4 * (i + 1)));
}
