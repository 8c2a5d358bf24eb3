// The engine as users of the library see it.
#include <doctest/doctest.h>

#include <atomic>
#include <set>
#include <thread>
#include <vector>

#include "chess/fen.hpp"
#include "chess/movegen.hpp"
#include "chess/san.hpp"
#include "engine/analyser.hpp"

using namespace kibitz;

namespace {

Position position_of(const char* fen) {
    const auto position = parse_fen(fen, SetupRules::lenient);
    REQUIRE(position.has_value());
    return *position;
}

void play(Line& game, const std::vector<const char*>& moves) {
    for (const char* text : moves) {
        const auto move = parse_san(game.position(), text);
        REQUIRE(move.has_value());
        game.play(*move);
    }
}

constexpr auto mate_in_one = "7k/6pp/8/8/8/8/5PPP/R5K1 w - - 0 1";
constexpr auto middlegame = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9";

// A clock that the search moves on by asking for the time.
std::int64_t ticks = 0;
std::int64_t ticking_clock() { return ++ticks; }

}  // namespace

TEST_CASE("An analysis gives the best move, its line and its score") {
    Analyser analyser;
    const Position position = position_of(mate_in_one);
    const Analysis analysis = analyser.analyse(position, {.depth = 5});
    CHECK(to_san(position, analysis.best_move()) == "Ra8#");
    REQUIRE(analysis.lines.size() == 1);
    CHECK(analysis.lines.front().score == mate_in(1));
    CHECK(analysis.depth == 5);
}

TEST_CASE("A finished game has no lines") {
    Analyser analyser;
    const Analysis analysis =
        analyser.analyse(position_of("R6k/6pp/8/8/8/8/8/6K1 b - - 0 1"), {.nodes = 1'000});
    CHECK(analysis.lines.empty());
    CHECK(analysis.best_move().is_none());
}

TEST_CASE("A limit on the nodes is exact") {
    Analyser analyser;
    CHECK(analyser.analyse(position_of(middlegame), {.nodes = 20'000}).nodes == 20'000);
    CHECK(analyser.analyse(position_of(middlegame), {.nodes = 30'000}).nodes == 30'000);
}

TEST_CASE("Several lines have different first moves and fall in score") {
    Analyser analyser;
    const Position position = position_of(middlegame);
    const Analysis analysis = analyser.analyse(position, {.depth = 8}, {.lines = 4});
    REQUIRE(analysis.lines.size() == 4);
    std::set<std::string> first_moves;
    for (const auto& line : analysis.lines) first_moves.insert(to_san(position, line.pv.front()));
    CHECK(first_moves.size() == 4);
    for (std::size_t i = 1; i < analysis.lines.size(); ++i)
        CHECK(analysis.lines[i - 1].score >= analysis.lines[i].score);

    const Position few_moves = position_of("7k/8/8/8/8/8/8/K7 w - - 0 1");
    CHECK(analyser.analyse(few_moves, {.depth = 4}, {.lines = 500}).lines.size() ==
          static_cast<std::size_t>(legal_moves(few_moves).size()));
    CHECK(analyser.analyse(few_moves, {.depth = 4}, {.lines = -1}).lines.size() == 1);
}

TEST_CASE("Each depth is reported once, with all lines") {
    Analyser analyser;
    std::vector<Depth> depths;
    const Analysis analysis = analyser.analyse(position_of(middlegame), {.depth = 7},
                                               {.lines = 3, .on_depth = [&](const Analysis& found) {
                                                    CHECK(found.lines.size() == 3);
                                                    depths.push_back(found.depth);
                                                }});
    CHECK(depths == std::vector<Depth>{1, 2, 3, 4, 5, 6, 7});
    CHECK(analysis.depth == 7);
}

TEST_CASE("An analysis without limits is stopped by its callback") {
    Analyser analyser;
    const Analysis analysis =
        analyser.analyse(position_of(middlegame), {}, {.on_depth = [&](const Analysis& found) {
                             if (found.depth == 6) analyser.stop();
                         }});
    CHECK(analysis.depth == 6);
    CHECK_FALSE(analysis.best_move().is_none());
    // A stop concerns one analysis alone.
    CHECK(analyser.analyse(position_of(middlegame), {.depth = 8}).depth == 8);
}

TEST_CASE("An analysis without limits is stopped by another thread") {
    Analyser analyser;
    std::atomic<bool> runs = false;
    std::thread other([&] {
        runs.wait(false);
        analyser.stop();
    });
    const Analysis analysis =
        analyser.analyse(position_of(middlegame), {}, {.on_depth = [&](const Analysis&) {
                             runs = true;
                             runs.notify_one();
                         }});
    other.join();
    CHECK_FALSE(analysis.best_move().is_none());
}

TEST_CASE("A limit in time goes by the clock that was given") {
    ticks = 0;
    Analyser analyser({.now_ms = ticking_clock});
    const Analysis analysis = analyser.analyse(position_of(middlegame), {.move_time = 100});
    CHECK(analysis.depth >= 1);
    CHECK(analysis.time_ms >= 100);  // nothing is kept back
    CHECK(analysis.time_ms <= 120);
    // The usual clock runs by itself.
    CHECK(Analyser().analyse(position_of(middlegame), {.move_time = 20}).depth >= 1);
}

TEST_CASE("A game's repetitions count") {
    Line game(position_of("7k/8/8/8/8/8/8/KQ6 w - - 0 1"));
    for (int i = 0; i < 2; ++i) play(game, {"Ka2", "Kg8", "Ka1", "Kh8"});
    Limits limits{.depth = 6};
    limits.search_moves.push_back(*parse_san(game.position(), "Ka2"));
    Analyser analyser;
    CHECK(analyser.analyse(game, limits).lines.front().score == score_draw);
    analyser.clear();
    CHECK(analyser.analyse(game.position(), limits).lines.front().score > Score{500});
}

TEST_CASE("A cleared analyser is like a new one") {
    Analyser used;
    const Position position = position_of(middlegame);
    (void)used.analyse(position_of(mate_in_one), {.nodes = 20'000});
    (void)used.analyse(position, {.nodes = 20'000});
    used.clear();
    const Analysis again = used.analyse(position, {.depth = 9});
    const Analysis first = Analyser({.network = used.network()}).analyse(position, {.depth = 9});
    CHECK(again.nodes == first.nodes);
    CHECK(again.lines.front().pv == first.lines.front().pv);
}

TEST_CASE("An analyser can be moved") {
    Analyser first;
    Analyser second = std::move(first);
    CHECK(second.analyse(position_of(mate_in_one), {.depth = 3}).lines.size() == 1);
}

TEST_CASE("Without memory for a table, analyses still work") {
    Analyser none({.table_mb = 0});
    CHECK(none.table_mb() == 0);
    CHECK(none.analyse(position_of(mate_in_one), {.depth = 3}).lines.size() == 1);
    none.clear();
#ifndef KIBITZ_SANITIZED  // the sanitizer ends the program
    Analyser refused({.table_mb = 2'000'000'000});
    CHECK(refused.table_mb() == 0);
    CHECK(refused.analyse(position_of(mate_in_one), {.depth = 3}).lines.size() == 1);
#endif
    CHECK(Analyser().table_mb() == AnalyserSettings{}.table_mb);
}
