// The methods for experiments may be looked at after every visitor. bench/experiments_errors.cpp
// has the whole table, with more and longer runs; here are its hardest cells.
#include <cmath>
#include <cstddef>

#include "statistics/difference_sequence.hpp"
#include "statistics/looking_simulation.hpp"
#include "statistics/planned_looks.hpp"
#include "statistics/sample_ratio.hpp"
#include "support/test.hpp"

using namespace kibitz::statistics;

namespace {

constexpr double alpha = 0.05;

// The share of experiments in which something was found.
template <class Run>
double found(int runs, Run run) {
    kibitz::SplitMix random(1);
    int count = 0;
    for (int i = 0; i < runs; ++i) count += run(random).has_value() ? 1 : 0;
    return static_cast<double>(count) / runs;
}

// Of a share of alpha, three standard errors.
double tolerance(int runs) { return 3 * std::sqrt(alpha * (1 - alpha) / runs); }

ExperimentModel equal_arms(double rate, double share, Amounts amounts, double largest) {
    return {.control_rate = rate,
            .variant_rate = rate,
            .amounts = amounts,
            .largest = largest,
            .variant_share = share,
            .units = 4'000};
}

// Few get the variant, few of them buy, and their amounts differ: here the arm of the variant looks
// certain long before it is.
template <class Find>
void check_hard_cells(int runs, Find find) {
    for (const double share : {0.1, 0.02})
        for (const double rate : {0.05, 0.02, 0.005})
            for (const auto& [amounts, largest] :
                 {std::pair{Amounts::constant, 1.0}, std::pair{Amounts::exponential, 10.0},
                  std::pair{Amounts::lognormal, 50.0}, std::pair{Amounts::whale, 1'000.0}}) {
                CAPTURE(share);
                CAPTURE(rate);
                CAPTURE(largest);
                CHECK(found(runs, [&](auto& random) {
                          return find(equal_arms(rate, share, amounts, largest), random);
                      }) <= alpha + tolerance(runs));
            }
}

// Units of which the n-th has an amount that `amount_of` says, alternating between the arms.
template <class AmountOf>
DifferenceSequence sequence_of(int units, AmountOf amount_of, Interval bounds = {0, 1}) {
    DifferenceSequence sequence(0.5, alpha, bounds);
    for (int i = 0; i < units; ++i) {
        const Arm arm = i % 2 == 0 ? Arm::control : Arm::variant;
        sequence.add(arm, amount_of(i / 2, arm));
    }
    return sequence;
}

}  // namespace

TEST_CASE("equal arms are rarely found to differ by somebody who looks after every visitor") {
    check_hard_cells(120, units_until_found);
    for (const double rate : {0.3, 0.9, 1.0})
        for (const double share : {0.5, 0.1})
            CHECK(found(120, [&](auto& random) {
                      return units_until_found(equal_arms(rate, share, Amounts::lognormal, 50),
                                               random);
                  }) <= alpha + tolerance(120));
}

TEST_CASE("of three variants that are like the control, none is found more often than alpha") {
    const auto find = [](const ExperimentModel& model, auto& random) {
        return units_until_any_found(model, 3, random);
    };
    for (const double rate : {0.02, 0.3})
        for (const auto& [amounts, largest] :
             {std::pair{Amounts::constant, 1.0}, std::pair{Amounts::lognormal, 50.0}}) {
            CAPTURE(rate);
            CAPTURE(largest);
            CHECK(found(120, [&](auto& random) {
                      return find(equal_arms(rate, 0.5, amounts, largest), random);
                  }) <= alpha + tolerance(120));
        }
    // What is there is found: each of the three has another rate than the control.
    CHECK(found(60, [&](auto& random) {
              return find({.control_rate = 0.3, .variant_rate = 0.45, .units = 6'000}, random);
          }) > 0.9);
}

TEST_CASE("equal arms are rarely found to differ by planned looks") {
    for (const int looks : {1, 5})
        check_hard_cells(60, [limits = limits_of_looks(looks, alpha)](const ExperimentModel& model,
                                                                      auto& random) {
            return units_until_found_by_looks(model, limits, random);
        });
}

TEST_CASE("four large amounts among small ones are no finding") {
    // All four in one arm happens by chance once in eight times, although the difference is two
    // standard deviations from 0.
    PlannedLooks one(0.5, limits_of_looks(1, alpha), 4'000, {0, 1'000});
    for (int i = 0; i < 4'000; ++i)
        one.add(i % 2 == 0 ? Arm::control : Arm::variant, i % 2 == 1 && i < 8 ? 1'000 : 0);
    CHECK(one.deviations() > 1.99);
    CHECK(one.is_over());
    CHECK(!one.higher());
    REQUIRE(one.interval());
    CHECK(one.interval()->contains(0));
}

TEST_CASE("an ordinary test at every look is wrong far too often") {
    const ExperimentModel equal{.units = 1'200, .units_per_look = 20};
    CHECK(found(500, [&](auto& random) { return units_until_naive_test(equal, random); }) > 0.2);
}

TEST_CASE("a real difference is found, sooner the larger it is") {
    const auto length = [](double variant_rate) {
        return simulate_any_time({.variant_rate = variant_rate, .units = 10'000}, 300, 2);
    };
    const LengthOfExperiment large = length(0.5), small = length(0.4);
    MESSAGE("30 % against 50 %: " << large.median.value()
                                  << " units, against 40 %: " << small.median.value());
    CHECK(large.median < small.median);
    CHECK(small.median < 1'000);
    CHECK(small.percentile_80 < 1'600);
    CHECK(!simulate_any_time({.variant_rate = 0.4, .units = 50}, 300, 3).median);
}

TEST_CASE("the interval contains the true difference, narrows, and never contradicts the verdict") {
    for (const double share : {0.5, 0.1}) {
        kibitz::SplitMix random(5);
        int missed = 0, contradictions = 0, widened = 0;
        constexpr int experiments = 60, units = 4'000;
        double last_width = 0;
        for (int experiment = 0; experiment < experiments; ++experiment) {
            DifferenceSequence sequence(share, alpha, {0, 20});
            bool is_missed = false;
            Interval before = sequence.look();
            for (int i = 1; i <= units; ++i) {
                const bool is_variant = random.uniform() < share;
                // Most have nothing; the means are 1 and 1.5.
                const double amount = random.uniform() < 0.1 ? 20 * random.uniform() : 0;
                sequence.add(is_variant ? Arm::variant : Arm::control,
                             is_variant ? std::min(20.0, 1.5 * amount) : amount);
                if (i % 400 != 0) continue;
                const Interval now = sequence.look();
                widened += now.low < before.low || now.high > before.high ? 1 : 0;
                contradictions += now.contains(0) == sequence.higher().has_value() ? 1 : 0;
                before = now;
                // 0.1 · 20 · E min(1, 1.5 u) = 0.1 · 20 · 2 / 3
                is_missed = is_missed || !now.contains(4.0 / 3 - 1);
            }
            missed += is_missed ? 1 : 0;
            last_width = before.high - before.low;
        }
        MESSAGE("share " << share << ": " << missed << " missed, width " << last_width);
        CHECK(missed <= 5);
        CHECK(contradictions == 0);
        CHECK(widened == 0);
        CHECK(last_width < 3);
    }
}

TEST_CASE("numbers that are all the same show that there is no difference") {
    DifferenceSequence same = sequence_of(2'000, [](int, Arm) { return 1.0; });
    CHECK(!same.higher());
    CHECK(same.look().contains(0));
    CHECK(same.look().high < 0.05);
    PlannedLooks planned(0.5, limits_of_looks(1, alpha), 100);
    for (int i = 0; i < 100; ++i) planned.add(i % 2 == 0 ? Arm::control : Arm::variant, 1);
    CHECK(planned.is_over());
    CHECK(!planned.interval());
}

TEST_CASE("amounts outside of the bounds count as the bounds") {
    const auto amount = [](int i, Arm) { return i % 3 == 0 ? 1e300 : i % 3 == 1 ? -5.0 : 2.0; };
    const auto clamped = [](int i, Arm) { return i % 3 == 0 ? 4.0 : i % 3 == 1 ? 0.0 : 2.0; };
    CHECK(sequence_of(300, amount, {0, 4}).look() == sequence_of(300, clamped, {0, 4}).look());
}

TEST_CASE("a finding stays, and an effect that changes is noticed") {
    DifferenceSequence sequence =
        sequence_of(200, [](int, Arm arm) { return arm == Arm::variant ? 1.0 : 0.0; });
    REQUIRE(sequence.higher() == Arm::variant);
    CHECK(sequence.look().low > 0);
    CHECK(!sequence.has_changed());
    // Units that speak against it.
    for (int i = 0; i < 10'000; ++i)
        sequence.add(i % 2 == 0 ? Arm::control : Arm::variant, i % 2 == 0 ? 1 : 0);
    CHECK(sequence.higher() == Arm::variant);
    CHECK(sequence.look().low > 0);
    CHECK(sequence.has_changed());
}

TEST_CASE("long experiments with extreme splits keep their numbers finite") {
    for (const double share : {0.001, 0.999}) {
        DifferenceSequence sequence(share, alpha);
        kibitz::SplitMix random(9);
        for (int i = 0; i < 200'000; ++i)
            sequence.add(random.uniform() < share ? Arm::variant : Arm::control,
                         random.uniform() < share ? 0.0 : 1.0);
        CHECK(std::isfinite(sequence.evidence()));
        CHECK(sequence.look().contains(0));
    }
}

TEST_CASE("a wrong split is found") {
    // A tenth of the variant's units are lost.
    const ExperimentModel lossy{
        .variant_share = 0.45 / 0.95, .units = 20'000, .units_per_look = 200, .alpha = 0.001};
    CHECK(found(300, [&](auto& random) { return units_until_ratio_alarm(lossy, 0.5, random); }) >
          0.99);
    CHECK(found(300, [&](auto& random) {
              return units_until_ratio_alarm(equal_arms(0.3, 0.1, Amounts::constant, 1), 0.1,
                                             random);
          }) <= alpha);
    SampleRatioCheck three({0.5, 0.25, 0.25});
    for (int i = 0; i < 4'000; ++i) three.add(static_cast<std::size_t>(i % 3));
    CHECK(three.has_alarm());
}

TEST_CASE("the limits of planned looks are those of the tables") {
    const auto one = limits_of_looks(1, alpha);
    REQUIRE(one.size() == 1);
    CHECK(one[0] == doctest::Approx(1.959964).epsilon(1e-4));
    // Jennison, Turnbull, "Group Sequential Methods" (2000), and ldbounds for R: two-sided 5 %,
    // five looks, the spending function like O'Brien and Fleming's.
    const auto five = limits_of_looks(5, alpha);
    REQUIRE(five.size() == 5);
    const double wanted[] = {4.877, 3.357, 2.680, 2.290, 2.031};
    for (std::size_t i = 0; i < 5; ++i) CHECK(five[i] == doctest::Approx(wanted[i]).epsilon(0.002));
    CHECK(cost_of_looks(1, alpha, 0.8) == doctest::Approx(1));
    CHECK(cost_of_looks(5, alpha, 0.8) == doctest::Approx(1.024).epsilon(0.005));
}

TEST_CASE("planned looks need hardly more than the textbook's single look") {
    for (const auto& [control, variant, textbook] :
         {std::tuple{0.30, 0.40, 706}, std::tuple{0.30, 0.35, 2'747}, std::tuple{0.10, 0.12, 7'676},
          std::tuple{0.05, 0.06, 16'310}, std::tuple{0.02, 0.03, 7'645},
          std::tuple{0.02, 0.022, 161'357}}) {
        CAPTURE(control);
        CAPTURE(variant);
        const double one = units_for_one_rate_look(control, variant, 0.5, alpha, 0.8);
        CHECK(one == doctest::Approx(textbook).epsilon(0.001));
        const double five = one * cost_of_looks(5, alpha, 0.8);
        CHECK(five < 1.05 * textbook);
        if (five > 10'000) continue;  // that takes long to simulate
        const ExperimentModel model{.control_rate = control,
                                    .variant_rate = variant,
                                    .units = static_cast<std::int64_t>(1.05 * textbook)};
        constexpr int runs = 200;
        const double power = found(runs, [&, limits = limits_of_looks(5, alpha)](auto& random) {
            return units_until_found_by_looks(model, limits, random);
        });
        MESSAGE(control << " against " << variant << ": " << power);
        CHECK(power > 0.8 - 3 * std::sqrt(0.8 * 0.2 / runs));
    }
}
