// Hours of the day, also past midnight.
#include "cli/lab/daily_hours.hpp"

#include "support/test.hpp"

using kibitz::cli::DailyHours;
using namespace std::chrono_literals;

TEST_CASE("hours of one day") {
    const auto evening = DailyHours::parse("18:30-23");
    REQUIRE(evening);
    CHECK_FALSE(evening->contains(18h + 29min));
    CHECK(evening->contains(18h + 30min));
    CHECK(evening->contains(22h + 59min));
    CHECK_FALSE(evening->contains(23h));
    const auto whole = DailyHours::parse("0-24");
    REQUIRE(whole);
    CHECK(whole->contains(0h));
    CHECK(whole->contains(23h + 59min));
}

TEST_CASE("hours past midnight") {
    const auto night = DailyHours::parse("22-07:15");
    REQUIRE(night);
    CHECK(night->contains(22h));
    CHECK(night->contains(0h));
    CHECK(night->contains(7h + 14min));
    CHECK_FALSE(night->contains(7h + 15min));
    CHECK_FALSE(night->contains(21h + 59min));
}

TEST_CASE("what is no hours is refused in words") {
    for (const char* text : {"", "7", "7-", "-7", "7-7", "25-3", "7:60-8", "24:01-3", "a-b", "7--8",
                             "7-8-9", "-1-3", "7:-8", " 7-8"}) {
        CAPTURE(text);
        const auto hours = DailyHours::parse(text);
        REQUIRE_FALSE(hours);
        CHECK(hours.error().contains("write them as 22-7"));
    }
}
