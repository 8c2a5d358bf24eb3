// Whether a thread goes on, in virtual time.
#include "serve/arena/pulse.hpp"

#include "support/test.hpp"

using namespace kibitz::serve;
using namespace std::chrono_literals;

TEST_CASE("a thread that answers in time goes on, and one that does not hangs until it answers") {
    Pulse pulse;
    Pulse::Time now{};
    CHECK(pulse.is_felt(now));
    REQUIRE(pulse.ask(now));
    CHECK(pulse.is_felt(now));
    CHECK_FALSE(pulse.ask(now + 1s));  // one question at a time, and its time counts
    CHECK(pulse.is_felt(now + Pulse::longest));
    CHECK_FALSE(pulse.is_felt(now + Pulse::longest + 1ms));
    pulse.answer();
    now += 1h;
    CHECK(pulse.is_felt(now));
    REQUIRE(pulse.ask(now));
    CHECK(pulse.is_felt(now + 5s));
}
