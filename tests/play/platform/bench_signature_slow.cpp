// Whoever changes what the search finds says so: the node count of `kibitz bench` is committed.
#include <fstream>
#include <string>

#include "platform/bench.hpp"
#include "support/test.hpp"

using namespace kibitz;

TEST_CASE("the benchmark's node count is the committed one") {
    std::ifstream file(test::source_dir() / "tests" / "bench_signature.txt");
    std::uint64_t committed = 0;
    file >> committed;
    REQUIRE(committed > 0);
    Engine engine;
    const std::uint64_t nodes = run_bench(engine, default_bench_depth).nodes;
    CHECK_MESSAGE(nodes == committed,
                  "the search changed. If it was meant to: write "
                      << nodes
                      << " to tests/bench_signature.txt and end the commit message with the line\n"
                      << "    bench: " << nodes);
}

TEST_CASE("the engine's history does not show in it") {
    Engine fresh, used;
    REQUIRE(used.set_threads(2).has_value());
    Limits limits;
    limits.nodes = 20'000;
    used.think(limits);
    REQUIRE(used.set_threads(1).has_value());
    CHECK(run_bench(fresh, 5).nodes == run_bench(used, 5).nodes);
}

TEST_CASE("progress is reported position by position") {
    Engine engine;
    std::uint64_t sum = 0;
    int last = 0;
    const BenchReport report = run_bench(engine, 2, [&](const BenchProgress& at) {
        CHECK(at.number == ++last);
        CHECK(at.count == static_cast<int>(bench_positions().size()));
        CHECK_FALSE(at.best.is_none());
        sum += at.nodes;
    });
    CHECK(last == static_cast<int>(bench_positions().size()));
    CHECK(sum == report.nodes);
}
