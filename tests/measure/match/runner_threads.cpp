// The runner: counting in order, stopping, pondering, many games at once.
#include "match/runner.hpp"

#include <set>

#include "chess/fen.hpp"
#include "chess/pgn.hpp"
#include "match/fake_match.hpp"
#include "match/html_report.hpp"
#include "match/pgn_writer.hpp"

using namespace kibitz;
using namespace kibitz::match;
using namespace kibitz::match::test_support;

namespace {

OpeningBook some_openings() {
    auto book = OpeningBook::load(
        {.file = (kibitz::test::source_dir() / "tests/measure/match/openings.epd").string()}, 1);
    REQUIRE_MESSAGE(book.has_value(), book.error());
    return *std::move(book);
}

}  // namespace

TEST_CASE("the result of a test does not depend on how many games are played at once") {
    MatchSettings settings = duel(fake("A", {"plays"}), fake("B", {"plays", "seed=2"}), 400);
    settings.sprt = SprtSettings{.elo0 = 0, .elo1 = 60};
    const OpeningBook book = some_openings();
    std::optional<Tally> expected;
    for (const int concurrency : {1, 3, 8}) {
        settings.concurrency = concurrency;
        const std::atomic<bool> stop = false;
        const auto outcome = run_match(settings, book, {}, {}, stop);
        CHECK(outcome.end == MatchEnd::decided);
        if (!expected) expected = outcome.standings.against(0, 1);
        CHECK(outcome.standings.against(0, 1) == *expected);
        CHECK(outcome.games_played >= outcome.standings.games());
        CHECK(outcome.games_played < 2 * settings.rounds);  // it did stop
    }
}

TEST_CASE("asked to stop, it finishes the games that run and counts whole pairs") {
    class Stopper : public MatchObserver {
       public:
        std::atomic<bool> stop = false;
        int finished = 0;
        void game_finished(const GameTask&, const PlayedGame& game) override {
            CHECK(game.end.ending != Ending::abandoned);
            if (++finished == 5) stop = true;
        }
    } stopper;
    MatchSettings settings = duel(fake("A", {"plays"}), fake("B", {"plays", "seed=2"}), 1000);
    settings.concurrency = 2;
    const OpeningBook book = some_openings();
    const auto outcome = run_match(settings, book, {&stopper}, {}, stopper.stop);
    CHECK(outcome.end == MatchEnd::stopped);
    CHECK(outcome.games_played >= 5);
    CHECK(outcome.games_played <= 6);
    CHECK(outcome.standings.games() % 2 == 0);
}

TEST_CASE("games of an earlier run are taken as played") {
    MatchSettings settings = duel(fake("A", {"plays"}), fake("B", {"plays", "seed=2"}), 10);
    const OpeningBook book = some_openings();
    const std::atomic<bool> stop = false;
    Collector first;
    const auto whole = run_match(settings, book, {&first}, {}, stop);
    std::vector<ReplayedGame> old;
    for (std::size_t i = 0; i < first.items.size(); i += 3)
        old.push_back({first.items[i].task, first.items[i].game});
    Collector second;
    const auto resumed = run_match(settings, book, {&second}, old, stop);
    CHECK(second.items.size() == 20 - old.size());
    CHECK(resumed.standings.against(0, 1) == whole.standings.against(0, 1));
}

TEST_CASE("pondering") {
    Participant a = fake("A", {"plays"}), b = fake("B", {"plays", "seed=2"});
    for (Participant* player : {&a, &b}) {
        player->ponder = true;
        player->limits = {};
        player->limits.clock = TimeControl{.base = Milliseconds(20'000)};
    }
    Collector collector;
    const auto outcome = play(duel(a, b, 3), collector);
    const PlayerAccount& account = outcome.standings.account(0);
    CHECK(account.fault_count() == 0);
    CHECK(account.ponder_tries > 50);
    CHECK(account.ponder_hits > 0);
    CHECK(account.ponder_hits < account.ponder_tries);
}

TEST_CASE("Chess960 games from Chess960 positions, read back as PGN") {
    MatchSettings settings = duel(fake("A", {"plays"}), fake("B", {"plays", "seed=2"}), 10);
    settings.chess960 = true;
    std::string positions;
    for (int number = 0; number < 960; number += 100)
        positions += to_fen(Position::chess960(number)) + "\n";
    const auto book = OpeningBook::read({}, positions, 1).value();
    const std::atomic<bool> stop = false;
    Collector collector;
    const auto outcome = run_match(settings, book, {&collector}, {}, stop);
    CHECK(outcome.standings.account(0).fault_count() == 0);
    class Check : public PgnVisitor {
       public:
        std::size_t moves = 0;
        void move(const Position&, Move, const Position&) override { ++moves; }
        void error(const PgnError& error) override { FAIL(to_string(error)); }
    } check;
    PgnReader reader(check);
    std::size_t moves = 0;
    for (const auto& [task, game] : collector.items) {
        reader.feed(to_pgn(settings, task, game, "2026.01.31"));
        moves += game.moves.size();
    }
    reader.finish();
    CHECK(reader.games() == 20);
    CHECK(check.moves == moves);
}

TEST_CASE("a tournament of many kinds comes to its end, and its report names everybody") {
    for (const auto kind : {TournamentKind::round_robin, TournamentKind::gauntlet,
                            TournamentKind::knockout, TournamentKind::swiss}) {
        MatchSettings settings;
        settings.kind = kind;
        settings.rounds = 3;
        settings.concurrency = 3;
        for (int i = 0; i < 6; ++i)
            settings.players.push_back(
                fake("<Player " + std::to_string(i) + ">", {"plays", "seed=" + std::to_string(i)}));
        HtmlReport report(settings);
        const std::atomic<bool> stop = false;
        const OpeningBook book = some_openings();
        const auto outcome = run_match(settings, book, {&report}, {}, stop);
        CHECK(outcome.end == MatchEnd::completed);
        const std::string html = report.text(outcome);
        for (int i = 0; i < 6; ++i)
            CHECK(html.find("&lt;Player " + std::to_string(i) + "&gt;") != std::string::npos);
        CHECK(html.find("<Player") == std::string::npos);
    }
}
