#include "serve/log/repeat_counter.hpp"

#include <string>

#include "support/test.hpp"

using namespace kibitz::serve;
using namespace std::chrono_literals;

TEST_CASE("of each event so many lines are admitted in a second, and the others counted") {
    RepeatCounter<std::string> counter;
    const RepeatCounter<std::string>::Time start{};
    CHECK(!counter.deadline());
    CHECK(counter.admit("refused", 1, start, "a"));
    CHECK(counter.admit("request", 2, start, "b"));
    CHECK(counter.admit("request", 2, start, "c"));
    CHECK(!counter.admit("refused", 1, start + 100ms, "d"));
    CHECK(!counter.admit("refused", 1, start + 999ms, "e"));
    CHECK(counter.deadline() == start + 1s);
    CHECK(counter.finish(start + 999ms).empty());

    // The line about the first second is the line of the next one.
    auto repeated = counter.finish(start + 1s);
    REQUIRE(repeated.size() == 1);
    CHECK(repeated[0].last == "e");
    CHECK(repeated[0].count == 2);
    CHECK(!counter.admit("refused", 1, start + 1500ms, "f"));
    CHECK(counter.admit("request", 2, start + 1500ms, "g"));
    repeated = counter.finish(start + 2s);
    REQUIRE(repeated.size() == 1);
    CHECK(repeated[0].last == "f");

    // And after a second in which there was nothing it is as at the beginning.
    CHECK(counter.finish(start + 4s).empty());
    CHECK(!counter.deadline());
    CHECK(counter.admit("refused", 1, start + 4s, "h"));
}
