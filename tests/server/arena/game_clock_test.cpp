// The clocks at the very moment at which something ends, for both sides.
#include "arena/game_clock.hpp"

#include "support/test.hpp"

using namespace kibitz::arena;
using namespace std::chrono_literals;

namespace {

constexpr Time noon = from_epoch(1'000'000);
using Left = std::array<Milliseconds, 2>;

}  // namespace

TEST_CASE("one clock runs at a time, never below nothing, and stops with what is left") {
    GameClock clock({.base = 10s, .increment = 1s});
    CHECK(!clock.is_running());
    CHECK(clock.left(noon + 1h) == Left{10s, 10s});
    clock.start(Side::second, noon);
    CHECK(clock.is_running());
    CHECK(clock.left(noon + 4s) == Left{10s, 6s});
    CHECK(clock.left(noon - 4s) == Left{10s, 10s});  // never more than there was
    CHECK(clock.left(noon + 11s) == Left{10s, 0s});
    clock.stop(noon + 3s);
    CHECK(!clock.is_running());
    CHECK(clock.left(noon + 1h) == Left{10s, 7s});
    clock.start(Side::first, noon + 1h);
    CHECK(clock.left(noon + 1h + 2s) == Left{8s, 7s});
}

TEST_CASE("a move takes its time off and adds the increment, and the other clock runs") {
    GameClock clock({.base = 10s, .increment = 2s});
    clock.start(Side::first, noon);
    clock.moved(4s, noon + 4s);
    CHECK(clock.left(noon + 4s) == Left{8s, 10s});
    CHECK(clock.left(noon + 5s) == Left{8s, 9s});
    clock.moved(1s, noon + 5s);
    CHECK(clock.left(noon + 6s) == Left{7s, 11s});
    clock.moved(30s, noon + 6s);
    CHECK(clock.left(noon + 6s) == Left{2s, 11s});  // nothing was left but the increment
}

TEST_CASE("a clock for each move is whole again after it, without an increment") {
    GameClock clock({.base = 3s, .increment = 5s, .per_move = true});
    clock.start(Side::first, noon);
    clock.moved(2s, noon + 2s);
    CHECK(clock.left(noon + 4s) == Left{3s, 1s});
    clock.moved(2s, noon + 4s);
    CHECK(clock.left(noon + 4s) == Left{3s, 3s});
}

TEST_CASE("lag is given back up to the limit, and never more than was used") {
    GameClock clock({.base = 10s, .increment = 0s, .most_lag_credit = 100ms});
    clock.start(Side::first, noon);
    CHECK(clock.used(noon + 1s, 0ms) == 1s);
    CHECK(clock.used(noon + 1s, 40ms) == 960ms);
    CHECK(clock.used(noon + 1s, 100ms) == 900ms);
    CHECK(clock.used(noon + 1s, 5s) == 900ms);
    CHECK(clock.used(noon + 1s, -40ms) == 1s);
    CHECK(clock.used(noon + 30ms, 40ms) == 0ms);
    CHECK(clock.used(noon - 30ms, 0ms) == 0ms);
}

TEST_CASE("time is over when as much was used as there was, and lag is waited for") {
    GameClock clock({.base = 10s, .increment = 0s, .most_lag_credit = 100ms});
    clock.start(Side::first, noon);
    CHECK(!clock.is_over(10s - 1ms));
    CHECK(clock.is_over(10s));
    CHECK(clock.flag_time() == noon + 10s + 100ms);
    clock.moved(4s, noon + 4s);
    clock.moved(1s, noon + 5s);
    CHECK(!clock.is_over(6s - 1ms));
    CHECK(clock.is_over(6s));
    CHECK(clock.flag_time() == noon + 11s + 100ms);
}
