// Engines that misbehave lose their games with the true reason, and the match goes on.
#include <fstream>
#include <string>

#include "match/fake_match.hpp"
#include "support/temporary_folder.hpp"

using namespace kibitz;
using namespace kibitz::match;
using namespace kibitz::match::test_support;
using uci_client::FaultKind;

namespace {

// All four games are lost by the bad engine, with this ending.
void check_loses(Participant bad, Ending ending, FaultKind kind, const std::string& detail) {
    CAPTURE(bad.program()->arguments.front());
    Collector collector;
    const auto outcome = play(duel(std::move(bad), fake("good", {"plays"})), collector);
    CHECK(outcome.end == MatchEnd::completed);
    REQUIRE(collector.items.size() == 4);
    for (const auto& [task, game] : collector.items) {
        CHECK(game.end.ending == ending);
        CHECK(game.end.winner == (task.white == 0 ? Color::black : Color::white));
        CHECK(game.end.detail.find(detail) != std::string::npos);
        INFO(game.end.detail);
        REQUIRE(game.faults.size() == 1);
        CHECK(game.faults.front().kind == kind);
        CHECK(game.faults.front().by == (task.white == 0 ? Color::white : Color::black));
    }
    CHECK(outcome.standings.account(0).games == WinDrawLoss{0, 0, 4});
    CHECK(outcome.standings.account(0).fault_count() == 4);
    CHECK(outcome.standings.account(1).fault_count() == 0);
    CHECK(outcome.standings.against(0, 1).pairs == PairCounts{{2, 0, 0, 0, 0}});
}

Participant strict(Participant player) {
    player.strict = true;
    return player;
}

Participant with_clock(Participant player, Milliseconds base) {
    player.limits = {};
    player.limits.clock = TimeControl{.base = base, .increment = Milliseconds(10)};
    return player;
}

}  // namespace

TEST_CASE("a crashing engine, at once and after a while") {
    check_loses(fake("bad", {"crashes"}), Ending::crash, FaultKind::crash, "signal 11");
    check_loses(fake("bad", {"crashes", "after=3"}), Ending::crash, FaultKind::crash, "signal 11");
    check_loses(fake("bad", {"exits"}), Ending::crash, FaultKind::crash, "exit code 3");
}

TEST_CASE("a hanging engine") {
    check_loses(impatient(fake("bad", {"hangs"})), Ending::stall, FaultKind::stall,
                "while thinking");
}

TEST_CASE("an engine that makes illegal moves or none") {
    check_loses(fake("bad", {"illegal", "after=2"}), Ending::illegal_move, FaultKind::illegal_move,
                "\"a1a1\" in ");
    check_loses(fake("bad", {"nullmove"}), Ending::illegal_move, FaultKind::illegal_move,
                "\"(none)\"");
}

TEST_CASE("lying engines, where the match is strict") {
    check_loses(strict(fake("bad", {"lies"})), Ending::illegal_pv, FaultKind::illegal_pv,
                "\"a1a1\" in ");
    check_loses(strict(fake("bad", {"greedy"})), Ending::disobeyed, FaultKind::disobeyed_limit,
                "100000000 nodes where 100 were allowed");
}

TEST_CASE("lies are counted where the match is not strict, and the game continues") {
    Collector collector;
    const auto outcome = play(duel(fake("bad", {"lies"}), fake("good", {"plays"}), 1), collector);
    for (const auto& [task, game] : collector.items) {
        CHECK(!is_fault(game.end.ending));
        CHECK(game.faults.size() >= 10);
    }
    CHECK(outcome.standings.account(0).fault_count() ==
          outcome.standings.account(0)
              .faults[static_cast<std::size_t>(uci_client::index(FaultKind::illegal_pv))]);
    CHECK(outcome.standings.account(1).fault_count() == 0);
}

TEST_CASE("an engine that takes too long") {
    Participant slow = with_clock(fake("bad", {"slow", "ms=80", "after=1"}), Milliseconds(50));
    check_loses(slow, Ending::time, FaultKind::time_loss, "used 0.");
    // With enough of a margin it does not lose.
    slow.limits.margin = Milliseconds(2000);
    MatchSettings settings = duel(slow, fake("good", {"plays"}), 1);
    settings.adjudication.max_moves = 4;
    Collector collector;
    CHECK(play(settings, collector).standings.account(0).fault_count() == 0);
    // One that would think for ever is stopped and has lost.
    check_loses(with_clock(fake("bad", {"deaf"}), Milliseconds(50)), Ending::time,
                FaultKind::time_loss, "of 0.050 s");
}

TEST_CASE("an engine that never once started ends the match, whatever it is to recover from") {
    Participant missing = fake("bad", {"plays"});
    missing.program()->command = "/no/such/engine";
    for (const bool losses : {false, true})
        for (const bool both : {false, true}) {
            MatchSettings settings = duel(missing, fake("good", {"plays"}), 100);
            if (both) settings.players[1].program()->command = "/no/such/engine";
            settings.crashes_lose = losses;
            Collector collector;
            const auto outcome = play(settings, collector);
            CHECK(outcome.end == MatchEnd::failed);
            CHECK(outcome.reason.contains("bad: failed to start"));
            CHECK(outcome.reason.contains("No such file or directory"));
            CHECK(collector.items.size() == 1);
        }
}

TEST_CASE("an engine whose output is no UCI") {
    check_loses(fake("bad", {"floods"}), Ending::garbage, FaultKind::garbage, "a line without end");
    check_loses(impatient(fake("bad", {"chatters"})), Ending::stall, FaultKind::stall,
                "while thinking");
}

TEST_CASE("an option an engine lacks is warned about once, however many processes there are") {
    Participant lacking = fake("lacking", {"plays"});
    lacking.program()->options = {{"Nonsense", "1"}};
    lacking.restart = true;
    MatchSettings settings = duel(lacking, fake("good", {"plays"}), 3);
    settings.concurrency = 2;
    settings.adjudication.max_moves = 2;
    Collector collector;
    play(settings, collector);
    CHECK(collector.warnings == std::vector<std::string>{"lacking: has no option \"Nonsense\""});
}

TEST_CASE("what an engine writes on its standard error goes to a file if it is to") {
    const test::TemporaryFolder folder;
    const std::string file = folder / "errors.txt";
    Participant dying = fake("dying", {"stderr"});
    dying.error_file = file;
    Collector collector;
    play(duel(dying, fake("good", {"plays"}), 1), collector);
    std::ifstream stream(file);
    std::string line;
    int lines = 0;
    for (; std::getline(stream, line); ++lines) CHECK(line == "out of cheese");
    CHECK(lines == 2);  // both games
}

TEST_CASE("without -recover a match stops when an engine breaks, and says whose fault it was") {
    MatchSettings settings = duel(fake("bad", {"exits"}), fake("good", {"plays"}), 10);
    settings.recover = false;
    Collector collector;
    const auto outcome = play(settings, collector);
    CHECK(outcome.end == MatchEnd::failed);
    CHECK(outcome.reason == "bad: crash (exit code 3 while thinking)");
    CHECK(collector.items.size() == 1);
}

TEST_CASE("a bad engine does not disturb the games beside it") {
    MatchSettings settings = duel(fake("bad", {"exits", "after=2"}), fake("good", {"plays"}), 20);
    settings.concurrency = 4;
    Collector collector;
    const auto outcome = play(settings, collector);
    CHECK(outcome.games_played == 40);
    CHECK(outcome.standings.account(1).fault_count() == 0);
    CHECK(outcome.standings.account(0).games.losses == 40);
}
