// Small helpers of experiments: moments, the normal distribution, intervals, the largest amount
// that counts, and the check of the split.
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "statistics/interval.hpp"
#include "statistics/largest_amount.hpp"
#include "statistics/moments.hpp"
#include "statistics/normal.hpp"
#include "statistics/sample_ratio.hpp"
#include "statistics/two_arms.hpp"
#include "support/test.hpp"

using namespace kibitz::statistics;

TEST_CASE("the largest amount that counts: 1, 2 or 5 times a power of ten, at least 99 in 100") {
    for (const auto& [amount, largest] :
         {std::pair{1.0, 1.0}, std::pair{1.01, 2.0}, std::pair{2.0, 2.0}, std::pair{2.01, 5.0},
          std::pair{5.0, 5.0}, std::pair{5.01, 10.0}, std::pair{9.9, 10.0}, std::pair{10.0, 10.0},
          std::pair{0.03, 0.05}, std::pair{730.0, 1000.0}}) {
        CAPTURE(amount);
        CHECK(suggested_largest({amount}).value() == doctest::Approx(largest));
    }
    // One in a hundred may be larger, of 99 none, and of 200 two.
    const auto mostly_small = [](std::size_t small, std::size_t large) {
        std::vector<double> amounts(small, 2);
        amounts.insert(amounts.begin(), large, 700);
        return suggested_largest(amounts).value();
    };
    CHECK(mostly_small(99, 1) == 2);
    CHECK(mostly_small(98, 1) == 1000);
    CHECK(mostly_small(198, 2) == 2);
    CHECK(mostly_small(197, 3) == 1000);
    CHECK(mostly_small(197, 2) == 1000);
}

TEST_CASE("amounts of nothing, and what is no amount, do not count") {
    const double infinity = std::numeric_limits<double>::infinity();
    const double nan = std::numeric_limits<double>::quiet_NaN();
    CHECK(!suggested_largest({}));
    CHECK(!suggested_largest({0, -3, nan, infinity, -infinity}));
    CHECK(suggested_largest({0, 0, 0, -900, 4, nan, infinity}).value() == 5);
}

TEST_CASE("moments are those of all numbers at once") {
    Moments moments;
    CHECK(moments.units() == 0);
    CHECK(moments.variance() == 0);
    moments.add(7);
    CHECK(moments.mean() == 7);
    CHECK(moments.variance() == 0);
    moments.add(4);
    CHECK(moments.variance() == doctest::Approx(4.5));
    moments.add(1);
    moments.add(-2);
    CHECK(moments.units() == 4);
    CHECK(moments.mean() == doctest::Approx(2.5));
    CHECK(moments.variance() == doctest::Approx((4.5 * 4.5 + 1.5 * 1.5) * 2 / 3));
}

TEST_CASE("the normal distribution and its limits") {
    CHECK(normal_probability(0) == doctest::Approx(0.5));
    CHECK(normal_probability(-1.959964) == doctest::Approx(0.025).epsilon(1e-5));
    CHECK(normal_probability(1) == doctest::Approx(0.8413447));
    CHECK(normal_limit(0.025) == doctest::Approx(1.959964).epsilon(1e-6));
    CHECK(normal_limit(0.5) == doctest::Approx(0).epsilon(1e-9));
    CHECK(normal_limit(0.8413447) == doctest::Approx(-1).epsilon(1e-6));
    CHECK(normal_limit(1e-30) == doctest::Approx(11.46402).epsilon(1e-6));
    CHECK(normal_limit(1e-300) == doctest::Approx(37.0471).epsilon(1e-5));
}

TEST_CASE("an interval contains its ends; an arm without units has a rate of 0") {
    const Interval interval{-1, 2};
    for (const double value : {-1.0, 0.0, 2.0}) CHECK(interval.contains(value));
    for (const double value : {-1.001, 2.001}) CHECK(!interval.contains(value));
    CHECK(ArmRate{}.rate() == 0);
    CHECK(ArmRate{.units = 8, .reached = 2}.rate() == 0.25);
}

TEST_CASE("the check of a split: its p-value is the least there has been") {
    // The likelihood of the units under a Dirichlet distribution that is worth 1,000 units.
    SampleRatioCheck check({0.6, 0.4});
    CHECK(check.p_value() == 1);
    CHECK(!check.has_alarm());
    double log = 0, least = 1;
    double seen[] = {0, 0};
    bool had_alarm = false;
    for (int i = 0; i < 6'000; ++i) {
        // First too many of the second arm, then so many of the first that all is as it should be.
        const std::size_t arm = i < 1'500 ? 1 : i % 5 == 0 ? 1 : 0;
        const double share = arm == 0 ? 0.6 : 0.4;
        log += std::log((1'000 * share + seen[arm]) / (1'000 + seen[0] + seen[1]) / share);
        ++seen[arm];
        least = std::min(least, std::exp(-log));
        check.add(arm);
        if (i % 50 == 0) CHECK(check.p_value() == doctest::Approx(least));
        had_alarm = had_alarm || check.has_alarm();
        if (had_alarm) CHECK(check.has_alarm());  // it is not withdrawn
    }
    CHECK(had_alarm);
    CHECK(std::exp(-log) > 1e3 * least);  // it would be by now
}

TEST_CASE("the alarm of a split is one in a thousand, at whichever unit it is") {
    SampleRatioCheck check({0.5, 0.5});
    int units = 0;
    for (; !check.has_alarm(); ++units) {
        CHECK(check.p_value() >= 0.001);
        check.add(0);
        REQUIRE(units < 1'000);
    }
    CHECK(check.p_value() < 0.001);
    CHECK(check.p_value() > 0.0005);
}
