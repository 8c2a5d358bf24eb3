// Engines of the XBoard protocol in matches, against UCI engines and each other.
#include "match/fake_match.hpp"
#include "match/pgn_writer.hpp"

using namespace kibitz;
using namespace kibitz::match;
using namespace kibitz::match::test_support;

namespace {

Participant xboard(const std::string& name, std::vector<std::string> arguments) {
    Participant player = fake(name, std::move(arguments));
    player.program()->command = kibitz::test::program("fake_xboard_engine").string();
    player.program()->protocol = players::Protocol::xboard;
    player.limits = {};
    player.limits.clock = TimeControl{.base = Milliseconds(60'000)};
    return player;
}

std::vector<Collector::Item> games_of(Participant first, Participant second) {
    Collector collector;
    MatchSettings settings = duel(std::move(first), std::move(second), 1);
    settings.adjudication.max_moves = 100;
    CHECK(play(settings, collector).end == MatchEnd::completed);
    REQUIRE(collector.items.size() == 2);
    return collector.items;
}

}  // namespace

TEST_CASE("XBoard engines play whole games against UCI engines") {
    for (const char* behaviour : {"plays", "san", "once"}) {
        CAPTURE(behaviour);
        for (const auto& [task, game] : games_of(xboard("x", {behaviour}), fake("u", {"plays"}))) {
            INFO(to_string(game.end));
            CHECK(!is_fault(game.end.ending));
            CHECK(game.faults.empty());
            CHECK(game.moves.size() > 10);
        }
    }
}

TEST_CASE("games from positions") {
    MatchSettings settings =
        duel(xboard("x", {"plays"}), xboard("edits", {"plays", "features=ping=1_usermove=1"}), 2);
    settings.adjudication.max_moves = 20;
    const auto book =
        OpeningBook::read({.order = BookOrder::sequential},
                          "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R b KQkq - 0 1\n"
                          "4k3/8/8/8/8/8/PPPPPPPP/4K3 w - - 0 1\n",
                          1);
    REQUIRE(book.has_value());
    Collector collector;
    const std::atomic<bool> stop = false;
    run_match(settings, *book, {&collector}, {}, stop);
    REQUIRE(collector.items.size() == 4);
    for (const auto& [task, game] : collector.items) {
        INFO(to_string(game.end));
        CHECK(game.faults.empty());
        CHECK(game.moves.size() > 10);
    }
}

TEST_CASE("a resignation ends the game, and is no adjudication") {
    for (const char* behaviour : {"resigns", "loses"})
        for (const auto& [task, game] :
             games_of(xboard("x", {behaviour, "after=3"}), fake("u", {"plays"}))) {
            CHECK(game.end.ending == Ending::resigned);
            CHECK(game.end.winner == (task.white == 0 ? Color::black : Color::white));
            CHECK(game.faults.empty());
            CHECK(std::string(pgn_termination(game.end)) == "normal");
        }
}

TEST_CASE("draws are agreed on by two, and not by one") {
    for (const auto& [task, game] : games_of(xboard("x", {"offers"}), xboard("y", {"agrees"}))) {
        CHECK(game.end.ending == Ending::draw_agreed);
        CHECK(!game.end.winner.has_value());
        CHECK(to_string(game.end) == "Draw by agreement");
        CHECK(game.moves.size() <= 2);
    }
    for (const auto& [task, game] : games_of(xboard("x", {"offers"}), fake("u", {"plays"})))
        CHECK(game.end.ending != Ending::draw_agreed);
}

TEST_CASE("who claims what is not true has lost") {
    for (const auto& [task, game] : games_of(xboard("x", {"claims"}), fake("u", {"plays"}))) {
        CHECK(game.end.ending == Ending::illegal_move);
        CHECK(game.end.winner == (task.white == 0 ? Color::black : Color::white));
        CHECK(game.end.detail.starts_with("announces \""));
    }
}

TEST_CASE("faults of XBoard engines lose, with the true reason") {
    const auto loses = [](std::vector<std::string> arguments, Ending ending,
                          const std::string& detail) {
        CAPTURE(arguments.front());
        Participant bad = xboard("x", std::move(arguments));
        bad.limits.clock = TimeControl{.base = Milliseconds(150)};
        for (const auto& [task, game] : games_of(bad, fake("u", {"plays"}))) {
            CHECK(game.end.ending == ending);
            CHECK(game.end.winner == (task.white == 0 ? Color::black : Color::white));
            INFO(game.end.detail);
            CHECK(game.end.detail.find(detail) != std::string::npos);
        }
    };
    loses({"crashes"}, Ending::crash, "signal 11");
    loses({"hangs"}, Ending::stall, "while thinking");
    loses({"deaf"}, Ending::time, "of 0.150 s");
    loses({"illegal"}, Ending::illegal_move, "\"a1a1\" in ");
    loses({"refuses", "after=1"}, Ending::illegal_move, "refused the move ");
}

TEST_CASE("a limit that the engine cannot be given is warned about, and its breach is no fault") {
    Participant player = xboard("x", {"plays"});
    player.limits.nodes = 1;
    for (const auto& [task, game] : games_of(player, fake("u", {"plays"})))
        CHECK(game.faults.empty());
}
