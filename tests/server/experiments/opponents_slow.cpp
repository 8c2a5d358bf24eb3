// Whether experiments on players of the house find what is there, and nothing else.
#include <string>

#include "experiments/records.hpp"
#include "experiments/report.hpp"
#include "support/random.hpp"
#include "support/test.hpp"

using namespace kibitz::experiments;
using namespace std::chrono_literals;
using kibitz::test::Random;

namespace {

const Time begin{std::chrono::seconds(1'790'000'000)};
const std::string key(Records::key_bytes, 'k');
constexpr const char* player = "Level 5";

ArenaGame game_of(int number, Time began) {
    return {.opponent = player, .unit = "account:Person " + std::to_string(number), .began = began};
}

// Somebody new every hour for `days`, with looks every day: whether a difference was ever found.
// The chance that a person comes back is that of the file they play against.
Verdict first_verdict(const std::string& own_key, std::string_view goal, int days, double control,
                      double variant, Random& random) {
    const auto plan = read_plan(R"(
[experiment.b]
threshold = 0.5
opponent = "Level 5"
file = "b.toml"
goal = ")" + std::string(goal) + "\"\n");
    REQUIRE(plan);
    Records records;
    REQUIRE(records.start(*plan, "b", own_key, begin));
    constexpr double scale = 1'000'000;
    for (int hour = 0; hour < 24 * days; ++hour) {
        const Time now = begin + std::chrono::hours(hour);
        const ArenaGame game = game_of(hour, now);
        (void)records.game_began(game);
        const double chance = records.variant_in(game) != nullptr ? variant : control;
        const bool is_good = static_cast<double>(random.below(1'000'000)) < chance * scale;
        (void)records.game_ended(game, {.is_finished = is_good,
                                        .score = is_good ? 1.0 : 0.0,
                                        .moves = is_good ? 40 : 10,
                                        .ended = now + 20min});
        if (is_good) (void)records.game_began(game_of(hour, now + 30min));
        if (hour % 24 != 23) continue;
        const Report report = report_of(*records.find("b"), now + 1h);
        if (report.verdict != Verdict::open) return report.verdict;
    }
    return Verdict::open;
}

}  // namespace

TEST_CASE("looking every day at a file that changes nothing finds a difference in 5 % at most") {
    // A rate and a mean. Statistics over the whole grid are measured by tests/measure/statistics
    // and bench/experiments_errors.cpp; here it is whether records and reports use them rightly.
    for (const std::string_view goal : {"rematch", "moves"}) {
        Random random(11);
        constexpr int runs = 60;
        int found = 0;
        for (int run = 0; run < runs; ++run) {
            std::string own_key = key;
            own_key[0] = static_cast<char>(run % 256);
            own_key[1] = static_cast<char>(run / 256);
            found += first_verdict(own_key, goal, 20, 0.4, 0.4, random) == Verdict::open ? 0 : 1;
        }
        CAPTURE(goal);
        // 5 % and what chance adds to it in so many runs (three standard deviations).
        CHECK(found <= 3 + 5);
    }
}

TEST_CASE("a file that brings more people back is found, and one that drives them away") {
    for (const std::string_view goal : {"rematch", "moves"}) {
        Random random(12);
        int better = 0, worse = 0;
        for (int run = 0; run < 6; ++run) {
            std::string own_key = key;
            own_key[0] = static_cast<char>(run);
            better +=
                first_verdict(own_key, goal, 60, 0.3, 0.5, random) == Verdict::variant ? 1 : 0;
            worse += first_verdict(own_key, goal, 60, 0.5, 0.3, random) == Verdict::control ? 1 : 0;
        }
        CAPTURE(goal);
        CHECK(better >= 5);
        CHECK(worse >= 5);
    }
}
