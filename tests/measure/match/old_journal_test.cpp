// A journal that an earlier version of the program wrote goes on. tests/data/match-0.1.journal has
// the first five games of six rounds of two; the kill came within an encounter.
#include <filesystem>
#include <nlohmann/json.hpp>

#include "match/fake_match.hpp"
#include "match/journal.hpp"
#include "support/temporary_folder.hpp"

using namespace kibitz;
using namespace kibitz::match;

TEST_CASE("a journal of version 0.1 is read and continued") {
    const test::TemporaryFolder folder;
    const std::string file = folder / "match.journal";
    std::filesystem::copy_file(test::source_dir() / "tests/data/match-0.1.journal", file);
    const auto before = read_journal(file);
    REQUIRE_MESSAGE(before.has_value(), before.error());
    REQUIRE(before->games.size() == 5);

    const auto settings = read_arguments(before->header.arguments);
    REQUIRE_MESSAGE(settings.has_value(), settings.error());
    CHECK(settings->players[0].name() == "Dice");
    CHECK(settings->players[1].name() == "Engine");
    CHECK(settings->players[1].limits.nodes == 50);
    CHECK(settings->players[1].limits.clock ==
          TimeControl{0, Milliseconds(60'000), Milliseconds(1'000)});
    CHECK(settings->sprt == SprtSettings{.elo0 = 0, .elo1 = 50});
    CHECK(settings->adjudication.draw == DrawRule{40, 8, 10});
    CHECK(settings->rounds == 6);
    const auto players = record_players(before->header.arguments);
    REQUIRE_MESSAGE(players.has_value(), players.error());
    CHECK(find_change(before->header.players, *players) == std::nullopt);

    const auto book = OpeningBook::load(settings->book, settings->seed, settings->chess960);
    REQUIRE(book.has_value());
    for (const ReplayedGame& game : before->games)
        CHECK(book->at(game.task.opening).moves == game.game.opening.moves);

    auto journal = Journal::resume(file);
    REQUIRE_MESSAGE(journal.has_value(), journal.error());
    const std::atomic<bool> stop = false;
    const auto outcome =
        run_match(*settings, *book, {&journal->first}, std::move(journal->second.games), stop);
    CHECK(outcome.end == MatchEnd::completed);
    const auto after = read_journal(file);
    REQUIRE_MESSAGE(after.has_value(), after.error());
    CHECK(after->games.size() == 12);
    for (std::size_t i = 0; i < before->games.size(); ++i)
        CHECK(to_json(after->games[i].task, after->games[i].game) ==
              to_json(before->games[i].task, before->games[i].game));
}
