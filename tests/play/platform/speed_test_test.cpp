#include "platform/speed_test.hpp"

#include "support/test.hpp"

using namespace kibitz;

TEST_CASE("a short speed test measures something and says with what") {
    int told = 0;
    const auto report = run_speed_test({.threads = 2, .hash_mb = 4, .seconds = 1},
                                       [&](const std::string&) { ++told; });
    REQUIRE(report.has_value());
    CHECK(report->threads == 2);
    CHECK(report->hash_mb == 4);
    CHECK(report->nodes > 1'000);
    CHECK(report->time_ms >= 500);
    CHECK(report->mean_depth > 1);
    CHECK(told > 10);
    const std::string text = to_text(*report);
    CHECK(text.contains("Threads:      2"));
    CHECK(text.contains("Nodes/second: "));
}

TEST_CASE("what the machine cannot give is an error") {
    CHECK_FALSE(run_speed_test({.threads = Engine::max_threads + 1}).has_value());
    CHECK_FALSE(run_speed_test({.threads = 1, .hash_mb = 1 << 25}).has_value());
}
