#include "match/time_control.hpp"

#include "support/test.hpp"

using namespace kibitz::match;
using namespace std::chrono_literals;

TEST_CASE("time controls are read") {
    CHECK(parse_time_control("10+0.1").value() == TimeControl{0, 10s, 100ms});
    CHECK(parse_time_control("0.1+0.001").value() == TimeControl{0, 100ms, 1ms});
    CHECK(parse_time_control("40/60").value() == TimeControl{40, 60s, 0ms});
    CHECK(parse_time_control("40/1:30.5+2").value() == TimeControl{40, 90'500ms, 2s});
    CHECK(parse_time_control("0/10").value() == TimeControl{0, 10s, 0ms});  // sudden death
    CHECK(parse_time_control("inf/40+0.4").value() == TimeControl{0, 40s, 400ms});
    CHECK(parse_time_control("infinite/1:00").value() == TimeControl{0, 60s, 0ms});
    CHECK(to_string(parse_time_control("40/1:30.5+2").value()) == "40/90.5+2");
}

TEST_CASE("errors in a time control are reported") {
    for (const char* text : {"", "+1", "x", "-1/60", "a/60", "inf/inf", "inf/", "60+", "1:x", "-5",
                             "0", "nan", "1e99"})
        CHECK_MESSAGE(!parse_time_control(text).has_value(), text);
    CHECK(parse_time_control("10+y").error() ==
          "is not a time control: not an increment in seconds: \"y\"");
}

TEST_CASE("a clock runs down and is filled up") {
    PlayerClock clock(parse_time_control("2/10+1").value());
    CHECK(clock.moves_to_go() == 2);
    CHECK(clock.move_made(4s, 0ms));
    CHECK(clock.left() == 7s);
    CHECK(clock.moves_to_go() == 1);
    CHECK(clock.move_made(7s, 0ms));  // all of it, to the nanosecond
    CHECK(clock.left() == 11s);
    CHECK(clock.moves_to_go() == 2);
    CHECK(!clock.move_made(11s + 1ns, 0ms));
}

TEST_CASE("a margin forgives and is not given as time") {
    PlayerClock clock(parse_time_control("1+0.5").value());
    CHECK(clock.move_made(1020ms, 20ms));
    CHECK(clock.left() == 500ms);
    CHECK(!clock.move_made(521ms, 20ms));
}
