// The methods for experiments may be looked at every day. Here 2,000 experiments of each kind,
// 10,000 in bench/statistics_looking.cpp.
#include <cmath>

#include "statistics/confidence_sequence.hpp"
#include "statistics/looking_simulation.hpp"
#include "statistics/rate_evidence.hpp"
#include "statistics/sample_ratio.hpp"
#include "support/test.hpp"

using namespace kibitz::statistics;

namespace {

constexpr int runs = 2'000;

// The share of experiments in which something was found.
template <class Run>
double found(Run run) {
    kibitz::SplitMix random(1);
    int count = 0;
    for (int i = 0; i < runs; ++i) count += run(random).has_value() ? 1 : 0;
    return static_cast<double>(count) / runs;
}

// Of a share of alpha, three standard errors.
double tolerance(double alpha) { return 3 * std::sqrt(alpha * (1 - alpha) / runs); }

}  // namespace

TEST_CASE("equal arms are rarely found to differ, however often one looks") {
    for (const double rate : {0.02, 0.3, 0.9}) {
        for (const double share : {0.1, 0.5}) {
            const ExperimentModel equal{.control_rate = rate,
                                        .variant_rate = rate,
                                        .variant_share = share,
                                        .units_per_day = 20,
                                        .days = 60};
            CAPTURE(rate);
            CAPTURE(share);
            const double by_rates =
                found([&](auto& random) { return units_until_rates_differ(equal, random); });
            const double by_means =
                found([&](auto& random) { return units_until_means_differ(equal, random); });
            const double by_ratio =
                found([&](auto& random) { return units_until_ratio_alarm(equal, share, random); });
            MESSAGE("rates " << by_rates << ", means " << by_means << ", ratio " << by_ratio);
            CHECK(by_rates <= equal.alpha);
            CHECK(by_ratio <= equal.alpha);
            // An approximation, which is poor where hardly any unit reaches the goal.
            if (rate > 0.1) CHECK(by_means <= equal.alpha + tolerance(equal.alpha));
        }
    }
}

TEST_CASE("an ordinary test at every look is wrong far too often") {
    const ExperimentModel equal{.units_per_day = 20, .days = 60};
    CHECK(found([&](auto& random) { return units_until_naive_test(equal, random); }) > 0.2);
}

TEST_CASE("a real difference is found, sooner the larger it is") {
    const auto median = [](double variant_rate) {
        return simulate_rates({.variant_rate = variant_rate, .units_per_day = 10, .days = 1'000},
                              300, 2)
            .median.value();
    };
    const std::int64_t large = median(0.5), small = median(0.4);
    MESSAGE("30 % against 50 %: " << large << " units, against 40 %: " << small);
    CHECK(large < small);
    CHECK(small < 1'500);
    const ExperimentModel club{.variant_rate = 0.4, .units_per_day = 50, .days = 1};
    CHECK(!simulate_rates(club, 300, 3).median);
}

TEST_CASE("the interval contains the true difference and narrows") {
    kibitz::SplitMix random(5);
    Moments control, variant;
    double last_width = 1e9;
    for (int i = 1; i <= 20'000; ++i) {
        control.add(static_cast<double>(random.next() % 100));
        variant.add(static_cast<double>(random.next() % 100) + 10);
        const auto interval = difference_of_means(control, variant, 0.05);
        CHECK(interval.has_value() == (i >= least_units_for_interval));
        if (!interval) continue;
        CHECK(interval->contains(10));
        if (i % 5'000 == 0) {
            CHECK(interval->high - interval->low < last_width);
            last_width = interval->high - interval->low;
        }
    }
    CHECK(last_width < 4);
    CHECK(control.mean() == doctest::Approx(49.5).epsilon(0.02));
    CHECK(control.variance() == doctest::Approx(833.25).epsilon(0.02));
}

TEST_CASE("numbers that are all the same tell nothing") {
    Moments control, variant;
    for (int i = 0; i < 1'000; ++i) {
        control.add(1);
        variant.add(1);
    }
    CHECK(!difference_of_means(control, variant, 0.05));
}

TEST_CASE("a wrong split is found") {
    // A tenth of the variant's units are lost.
    const ExperimentModel lossy{
        .variant_share = 0.45 / 0.95, .units_per_day = 200, .days = 100, .alpha = 0.001};
    CHECK(found([&](auto& random) { return units_until_ratio_alarm(lossy, 0.5, random); }) > 0.99);
    SampleRatioCheck three({0.5, 0.25, 0.25});
    for (int i = 0; i < 4'000; ++i) three.add(static_cast<std::size_t>(i % 3));
    CHECK(three.has_alarm());
}

TEST_CASE("a finding stays") {
    RateEvidence evidence(0.5);
    for (int i = 0; i < 100; ++i)
        evidence.add(i % 2 == 0 ? Arm::control : Arm::variant, i % 2 == 0);
    REQUIRE(evidence.has_decided(0.05));
    CHECK(evidence.of(Arm::control).rate() == 1);
    CHECK(evidence.of(Arm::variant).rate() == 0);
    // Units that speak against it.
    for (int i = 0; i < 10'000; ++i)
        evidence.add(i % 2 == 0 ? Arm::control : Arm::variant, i % 4 > 1);
    CHECK(evidence.has_decided(0.05));
    CHECK(evidence.log() < evidence.most_log());
}
