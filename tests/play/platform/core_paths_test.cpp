// The same program on every CPU: paths differ in speed, never in what they find.
#include "platform/core_paths.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include "chess/fen.hpp"
#include "engine/analyser.hpp"
#include "platform/bench.hpp"
#include "platform/perft.hpp"
#include "support/random.hpp"
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

TEST_CASE("inner products are the same on every path, the largest sums included") {
    constexpr std::size_t rows = 3 * nnue::rows_together, columns = 2 * nnue::rows_together;
    constexpr std::size_t length = 5 * nnue::product_step;
    test::Random random(1);
    const auto numbers = [&](std::size_t count, int largest) {
        std::vector<std::int16_t> made(count);
        for (std::int16_t& number : made)
            number = static_cast<std::int16_t>(static_cast<int>(random.below(2 * largest + 1)) -
                                               largest);
        return made;
    };
    const std::vector<std::int16_t> a = numbers(rows * length, 127),
                                    b = numbers(columns * length, 32'767);
    std::vector<std::int32_t> expected(rows * columns);
    for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t j = 0; j < columns; ++j)
            for (std::size_t k = 0; k < length; ++k)
                expected[i * columns + j] += a[i * length + k] * b[j * length + k];
    for (const CorePath* path : compiled_core_paths()) {
        if (!can_run(*path)) continue;
        CAPTURE(std::string(path->name));
        std::vector<std::int32_t> found(rows * columns);
        path->inner_products({a, length}, {b, length}, found);
        CHECK(found == expected);
    }
}
