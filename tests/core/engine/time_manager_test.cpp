#include "engine/time_manager.hpp"

#include <doctest/doctest.h>

using namespace kibitz;

namespace {

Limits clock_of(std::int64_t remaining, std::int64_t increment, int moves_to_go = 0) {
    Limits limits;
    limits.has_clock = true;
    limits.clock.fill({remaining, increment});
    limits.moves_to_go = moves_to_go;
    return limits;
}

constexpr MoveOverhead usual_overhead{.usual = 10, .worst = 10};

constexpr SearchStability unsettled{
    .best_move_node_share = 0.1, .best_move_unchanged = 0, .score_unchanged = 0, .score_drop = 80};
constexpr SearchStability usual{
    .best_move_node_share = 0.5, .best_move_unchanged = 3, .score_unchanged = 3};
constexpr SearchStability settled{.best_move_node_share = 0.98,
                                  .best_move_unchanged = 12,
                                  .score_unchanged = 12,
                                  .score_drop = 0};

// What every move costs beside the thinking: the message to the other program and back.
constexpr std::int64_t lag = 3;

// The moves until the clock has run out, or `most` of them.
int moves_on_clock(std::int64_t remaining, std::int64_t increment, const SearchStability& stability,
                   int most) {
    for (int move = 0; move < most; ++move) {
        const TimeManager time(clock_of(remaining, increment), Color::white, 2 * move,
                               usual_overhead);
        remaining -= std::min(time.hard_limit(), time.soft_limit(stability)) + lag;
        if (remaining <= 0) return move;
        remaining += increment;
    }
    return most;
}

}  // namespace

TEST_CASE("without a clock there is no limit") {
    CHECK_FALSE(TimeManager(Limits{}, Color::white, 0, usual_overhead).is_timed());
}

TEST_CASE("a fixed time is used in full, less the overhead") {
    Limits limits;
    limits.move_time = 500;
    const TimeManager time(limits, Color::white, 0, usual_overhead);
    CHECK(time.is_timed());
    CHECK(time.hard_limit() == 490);
    CHECK(time.soft_limit(settled) == 490);
    limits.move_time = 10;
    CHECK(TimeManager(limits, Color::white, 0, usual_overhead).hard_limit() == 5);
    limits.move_time = 1;
    CHECK(TimeManager(limits, Color::white, 0, usual_overhead).hard_limit() == 1);
}

TEST_CASE("no limit ever reaches the end of the clock") {
    for (const std::int64_t remaining : {1, 5, 20, 100, 1'000, 60'000, 7'200'000})
        for (const std::int64_t increment : {0, 10, 1'000, 60'000})
            for (const int moves_to_go : {0, 1, 2, 10, 40})
                for (const std::int64_t overhead : {0, 10, 300})
                    for (const int ply : {0, 20, 150}) {
                        CAPTURE(remaining);
                        CAPTURE(increment);
                        CAPTURE(moves_to_go);
                        CAPTURE(overhead);
                        const TimeManager time(clock_of(remaining, increment, moves_to_go),
                                               Color::black, ply,
                                               {.usual = overhead, .worst = overhead});
                        CHECK(time.hard_limit() >= 1);
                        CHECK(time.soft_limit(unsettled) <= time.hard_limit());
                        if (remaining > overhead + 1)
                            CHECK(time.hard_limit() <= remaining - overhead);
                    }
}

TEST_CASE("playing to the soft limit for a whole game never loses on time") {
    constexpr int whole_game = 300;
    for (const std::int64_t increment : {5, 10, 100})
        for (const std::int64_t remaining : {20, 100, 1'000, 60'000}) {
            CAPTURE(increment);
            CAPTURE(remaining);
            CHECK(moves_on_clock(remaining, increment, unsettled, whole_game) == whole_game);
        }
}

TEST_CASE("without an increment a minute is enough for a long game, and a second for a usual one") {
    constexpr int many = 1'000;
    CHECK(moves_on_clock(60'000, 0, usual, many) >= 150);
    CHECK(moves_on_clock(60'000, 0, unsettled, many) >= 80);
    CHECK(moves_on_clock(1'000, 0, usual, many) >= 90);
    CHECK(moves_on_clock(1'000, 0, unsettled, many) >= 60);
}

TEST_CASE("with an increment the clock settles at a reserve that a busy machine cannot eat") {
    constexpr std::int64_t least_reserve = 100;
    for (const std::int64_t increment : {10, 20, 100}) {
        std::int64_t remaining = 1'000;
        for (int ply = 0; ply < 400; ply += 2) {
            const TimeManager time(clock_of(remaining, increment), Color::white, ply,
                                   usual_overhead);
            remaining -= time.soft_limit(usual) + lag;
            CAPTURE(increment);
            CHECK(remaining > least_reserve);
            remaining += increment;
        }
    }
}

TEST_CASE("a settled choice takes less time than an open one") {
    const TimeManager time(clock_of(60'000, 0), Color::white, 40, usual_overhead);
    CHECK(time.soft_limit(settled) * 3 < time.soft_limit(unsettled));
    CHECK(time.soft_limit(settled) > 0);
}

TEST_CASE("more time is spent where more is left") {
    const auto soft = [](std::int64_t remaining, std::int64_t increment, int moves) {
        return TimeManager(clock_of(remaining, increment, moves), Color::white, 40, usual_overhead)
            .soft_limit(SearchStability{});
    };
    CHECK(soft(60'000, 0, 0) > soft(30'000, 0, 0));
    CHECK(soft(60'000, 1'000, 0) > soft(60'000, 0, 0));
    CHECK(soft(60'000, 0, 5) > soft(60'000, 0, 0));
}

TEST_CASE("a delay that happens now and then is kept in reserve, and not paid for by each move") {
    const auto with_worst = [](std::int64_t worst) {
        return TimeManager(clock_of(1'000, 10), Color::white, 40, {.usual = 10, .worst = worst});
    };
    CHECK(with_worst(950).hard_limit() <= 50);
    CHECK(with_worst(950).hard_limit() < with_worst(10).hard_limit());
    const TimeManager each(clock_of(60'000, 0), Color::white, 40, {.usual = 500, .worst = 500});
    const TimeManager rare(clock_of(60'000, 0), Color::white, 40, {.usual = 10, .worst = 500});
    CHECK(rare.soft_limit(unsettled) > each.soft_limit(unsettled));
}
