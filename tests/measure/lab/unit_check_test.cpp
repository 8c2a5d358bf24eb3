// Whether a worker's account of a unit can be true: games that were really played pass, and every
// kind of change to them is found.
#include "lab/unit_check.hpp"

#include "chess/movegen.hpp"
#include "match/fake_match.hpp"
#include "match/schedule.hpp"

using namespace kibitz;
using namespace kibitz::lab;
using namespace kibitz::match;
using namespace kibitz::match::test_support;

namespace {

struct PlayedUnits {
    MatchSettings settings;
    std::vector<Encounter> units;
    std::vector<std::vector<ReplayedGame>> games;
};

PlayedUnits played(MatchSettings settings) {
    PlayedUnits units{.settings = std::move(settings), .units = {}, .games = {}};
    Collector collector;
    play(units.settings, collector);
    MatchCourse course(units.settings);
    while (const auto unit = course.begin_encounter()) {
        units.units.push_back(*unit);
        auto& games = units.games.emplace_back();
        for (int game = 0; game < unit->games; ++game)
            for (const Collector::Item& item : collector.items)
                if (item.task == task_of(*unit, game)) games.push_back({item.task, item.game});
        for (const ReplayedGame& game : games) course.record(summarize(game.task, game.game));
    }
    return units;
}

std::optional<std::string> flaw(const PlayedUnits& units, std::size_t unit) {
    const OpeningBook book;
    return find_flaw(units.settings, book, units.units[unit], units.games[unit]);
}

PlayedUnits some_units() {
    static const PlayedUnits units =
        played(duel(fake("A", {"plays"}), fake("B", {"plays", "seed=2"}), 4));
    return units;
}

}  // namespace

TEST_CASE("games that were played have no flaw, and neither have those that a crash ended") {
    const PlayedUnits units = some_units();
    REQUIRE(units.units.size() == 4);
    for (std::size_t unit = 0; unit < units.units.size(); ++unit)
        CHECK(flaw(units, unit) == std::nullopt);

    const PlayedUnits crashed =
        played(duel(fake("A", {"plays"}), fake("B", {"crashes", "after=3"}), 2));
    for (std::size_t unit = 0; unit < crashed.units.size(); ++unit)
        CHECK(flaw(crashed, unit) == std::nullopt);
}

TEST_CASE("every change to a game is found") {
    PlayedUnits units = some_units();
    std::vector<ReplayedGame>& games = units.games[0];
    PlayedGame& game = games[0].game;
    REQUIRE(game.moves.size() > 10);
    std::string expected;
    SUBCASE("a game is missing") {
        games.pop_back();
        expected = "it has 1 games instead of 2";
    }
    SUBCASE("the games changed places") {
        std::swap(games[0], games[1]);
        expected = "game 1: it is not the game that the unit has there";
    }
    SUBCASE("another opening") {
        game.opening.moves.push_back(legal_moves(game.opening.start)[0]);
        expected = "game 1: it does not begin with its opening";
    }
    SUBCASE("the winner") {
        game.end = {.ending = Ending::checkmate, .winner = Color::white, .detail = {}};
        if (some_units().games[0][0].game.end.winner == Color::white)
            game.end.winner = Color::black;
        expected = "game 1: it ends with ";
    }
    SUBCASE("the end is left out") {
        game.moves.resize(4);
        expected = "game 1: its moves do not end with ";
    }
    SUBCASE("a game that was never finished") {
        game.moves.resize(4);
        game.end = {.ending = Ending::abandoned, .winner = {}, .detail = {}};
        expected = "game 1: its moves do not end with ";
    }
    SUBCASE("a resignation that nobody announced") {
        game.moves.resize(4);
        game.end = {.ending = Ending::resigned, .winner = Color::white, .detail = {}};
        expected = "game 1: its moves do not end with ";
    }
    SUBCASE("a resignation of an engine that speaks UCI") {
        game.moves.resize(4);
        game.end = {.ending = Ending::resigned, .winner = Color::white, .detail = "by itself"};
        expected = "game 1: its moves do not end with ";
    }
    SUBCASE("a draw that engines which speak UCI agreed on") {
        game.moves.resize(4);
        game.end = {.ending = Ending::draw_agreed, .winner = {}, .detail = "by both"};
        expected = "game 1: its moves do not end with ";
    }
    SUBCASE("a loss on time of the side that is not to move") {
        game.moves.resize(4);
        game.end = {.ending = Ending::time, .winner = Color::white, .detail = "used 9 s of 8 s"};
        expected = "game 1: its moves do not end with ";
    }
    SUBCASE("more time than there was") {
        for (Participant& player : units.settings.players)
            player.limits.clock = parse_time_control("10+0.1").value();
        game.moves[3].time = std::chrono::seconds(11);
        expected = "game 1: a move took more time than its side had";
    }
    SUBCASE("time that runs backwards") {
        game.moves[3].time = std::chrono::seconds(-1);
        expected = "game 1: a move took more time than its side had";
    }
    const auto found = flaw(units, 0);
    REQUIRE(found.has_value());
    CHECK_MESSAGE(found->starts_with(expected), *found);
}

TEST_CASE("a game that continues after its end is refused") {
    PlayedUnits units = some_units();
    // The games were played without this rule.
    units.settings.adjudication.max_moves = 3;
    const auto found = flaw(units, 0);
    REQUIRE(found.has_value());
    CHECK_MESSAGE(found->starts_with("game 1: it continues after "), *found);
}

TEST_CASE("players that can resign or agree on a draw may have done so, each for itself") {
    PlayedUnits units = some_units();
    PlayedGame& game = units.games[0][0].game;
    const GameTask& task = units.games[0][0].task;
    game.moves.resize(4);
    const auto with = [&](bool white, bool black) {
        const auto set = [&](int player, bool can) {
            auto& protocol =
                units.settings.players[static_cast<std::size_t>(player)].program()->protocol;
            protocol = can ? players::Protocol::xboard : players::Protocol::uci;
        };
        set(task.white, white);
        set(task.black, black);
        return flaw(units, 0) == std::nullopt;
    };
    game.end = {.ending = Ending::resigned, .winner = Color::white, .detail = "by itself"};
    CHECK(with(false, true));
    CHECK_FALSE(with(true, false));
    game.end = {.ending = Ending::draw_agreed, .winner = {}, .detail = "by both"};
    CHECK(with(true, true));
    CHECK_FALSE(with(true, false));
    CHECK_FALSE(with(false, true));
    units.settings.players[0].player.kind = players::RandomSettings{};
    units.settings.players[1].player.kind = players::RandomSettings{};
    CHECK(flaw(units, 0) == std::nullopt);
}
