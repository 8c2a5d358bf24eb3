// The same program on every CPU: paths differ in speed, never in what they find.
#include "platform/core_paths.hpp"

#include <string>

#include "chess/fen.hpp"
#include "engine/analyser.hpp"
#include "platform/bench.hpp"
#include "platform/perft.hpp"
#include "support/test.hpp"

using namespace kibitz;

namespace {

constexpr auto kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

}  // namespace

TEST_CASE("the best path runs here, and the last runs everywhere") {
    REQUIRE_FALSE(compiled_core_paths().empty());
    CHECK(can_run(*compiled_core_paths().back()));
    CHECK(can_run(best_core_path()));
    CHECK(&default_core_path() == &best_core_path());
}

TEST_CASE("paths are found by their names") {
    for (const CorePath* path : compiled_core_paths()) {
        const auto found = find_core_path(path->name);
        CHECK(found.has_value() == can_run(*path));
        if (found) CHECK(*found == path);
    }
    const auto none = find_core_path("z80");
    REQUIRE_FALSE(none.has_value());
    CHECK(none.error().contains("\"z80\""));
    CHECK(none.error().contains(compiled_core_paths().back()->name));
}

TEST_CASE("the benchmark counts the same nodes on every path") {
    constexpr Depth depth = 6;
    std::uint64_t expected = 0;
    for (const CorePath* path : compiled_core_paths()) {
        if (!can_run(*path)) continue;
        CAPTURE(std::string(path->name));
        Engine engine(*path);
        const BenchReport report = run_bench(engine, depth);
        CHECK(report.nodes > 10'000);
        if (expected == 0) expected = report.nodes;
        CHECK(report.nodes == expected);
    }
}

TEST_CASE("perft counts the same leaves on every path") {
    for (const CorePath* path : compiled_core_paths()) {
        if (!can_run(*path)) continue;
        CAPTURE(std::string(path->name));
        CHECK(run_perft(*path, *parse_fen(kiwipete), 4, 1, false).leaves == 4'085'603);
    }
}

TEST_CASE("an analyser finds the same with the code for every processor") {
    Limits limits;
    limits.nodes = 5'000;
    const Position position = *parse_fen(kiwipete);
    Analyser own;
    const Analysis expected = own.analyse(position, limits);
    REQUIRE_FALSE(expected.lines.empty());
    for (const CorePath* path : compiled_core_paths()) {
        if (!can_run(*path)) continue;
        CAPTURE(std::string(path->name));
        Analyser analyser({.path = path});
        const Analysis found = analyser.analyse(position, limits);
        REQUIRE_FALSE(found.lines.empty());
        CHECK(found.nodes == expected.nodes);
        CHECK(found.lines.front().pv == expected.lines.front().pv);
        CHECK(raw(found.lines.front().score) == raw(expected.lines.front().score));
    }
}
