// The fold over results: which one counts, and what voiding changes.
#include "lab/result_fold.hpp"

#include "support/test.hpp"

using namespace kibitz;
using namespace kibitz::lab;
using match::GameSummary;

namespace {

match::MatchSettings settings_of(int rounds) {
    match::MatchSettings settings;
    settings.players.resize(2);
    settings.rounds = rounds;
    return settings;
}

// Both games of a unit won by the same player.
UnitResult won_by_first(const ResultFold& fold, const WorkerName& worker, int unit,
                        bool first_wins = true) {
    UnitResult result{.worker = worker, .unit = {.unit = unit}, .games = {}};
    for (int game = 0; game < 2; ++game) {
        GameSummary summary{.task = match::task_of(fold.encounter(unit), game)};
        const bool first_is_white = summary.task.white == 0;
        summary.end = {.ending = match::Ending::checkmate,
                       .winner = first_is_white == first_wins ? Color::white : Color::black,
                       .detail = {}};
        result.games.push_back(summary);
    }
    return result;
}

}  // namespace

TEST_CASE("the first result of a unit counts and later ones are duplicates") {
    const auto settings = settings_of(4);
    ResultFold fold(settings);
    REQUIRE(fold.open_unit());
    CHECK(fold.add(won_by_first(fold, "a", 0)) == ResultVerdict::counts);
    CHECK(fold.add(won_by_first(fold, "b", 0, false)) == ResultVerdict::duplicate);
    CHECK(fold.author(0) == "a");
    CHECK(fold.course().standings().account(0).games.wins == 2);
}

TEST_CASE("voiding a worker promotes the next result, and restoring it demotes that one again") {
    const auto settings = settings_of(4);
    ResultFold fold(settings);
    REQUIRE(fold.open_unit());
    REQUIRE(fold.open_unit());
    fold.add(won_by_first(fold, "a", 0));
    fold.add(won_by_first(fold, "b", 0, false));
    fold.add(won_by_first(fold, "a", 1));
    CHECK(fold.missing().empty());

    fold.void_worker("a");
    CHECK(fold.author(0) == "b");
    CHECK(fold.author(1) == std::nullopt);
    CHECK(fold.missing() == std::vector{1});
    CHECK(fold.course().standings().account(0).games.losses == 2);
    CHECK(fold.add(won_by_first(fold, "a", 1)) == ResultVerdict::void_worker);

    fold.restore_worker("a");
    CHECK(fold.author(0) == "a");
    CHECK(fold.missing().empty());
    CHECK(fold.course().standings().account(0).games.wins == 4);
}

TEST_CASE("results that cannot be of this test are refused") {
    const auto settings = settings_of(4);
    ResultFold fold(settings);
    REQUIRE(fold.open_unit());
    UnitResult result = won_by_first(fold, "a", 0);

    UnitResult wrong = result;
    wrong.unit.unit = -1;
    CHECK(fold.add(wrong) == ResultVerdict::unknown_unit);
    wrong.unit.unit = 4;  // there are four, numbered from 0
    CHECK(fold.add(wrong) == ResultVerdict::unknown_unit);
    wrong.unit.unit = 1'000'000'000;
    CHECK(fold.add(wrong) == ResultVerdict::unknown_unit);
    wrong = result;
    wrong.games.pop_back();
    CHECK(fold.add(wrong) == ResultVerdict::wrong_games);
    wrong = result;
    std::swap(wrong.games[0], wrong.games[1]);
    CHECK(fold.add(wrong) == ResultVerdict::wrong_games);
    wrong = result;
    wrong.games[0].task.opening += 1;
    CHECK(fold.add(wrong) == ResultVerdict::wrong_games);
    CHECK(fold.add(result) == ResultVerdict::counts);
}
