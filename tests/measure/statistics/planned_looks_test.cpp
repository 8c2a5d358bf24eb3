// Planned looks against their definitions: when they are, what the difference is, and what chance
// could have done with the same amounts, which is added up here over all that it could.
#include "statistics/planned_looks.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "statistics/looking_simulation.hpp"
#include "statistics/normal.hpp"
#include "support/random.hpp"
#include "support/test.hpp"

using namespace kibitz::statistics;
using kibitz::test::Random;

namespace {

struct Unit {
    Arm arm;
    double amount;
};

double mean_of(const std::vector<Unit>& units) {
    double sum = 0;
    for (const Unit& unit : units) sum += unit.amount;
    return sum / static_cast<double>(units.size());
}

// The mean of the scores whose expectation is the difference.
double difference_of(const std::vector<Unit>& units, double share) {
    const double mean = mean_of(units);
    double sum = 0;
    for (const Unit& unit : units)
        sum += unit.arm == Arm::variant ? (unit.amount - mean) / share
                                        : -(unit.amount - mean) / (1 - share);
    return sum / static_cast<double>(units.size());
}

double variance_of(const std::vector<Unit>& units, Arm arm) {
    std::vector<double> amounts;
    for (const Unit& unit : units)
        if (unit.arm == arm) amounts.push_back(unit.amount);
    if (amounts.size() < 2) return 0;
    double mean = 0, squares = 0;
    for (const double amount : amounts) mean += amount / static_cast<double>(amounts.size());
    for (const double amount : amounts) squares += (amount - mean) * (amount - mean);
    return squares / static_cast<double>(amounts.size() - 1);
}

double deviation_of(const std::vector<Unit>& units, double share) {
    const auto all = static_cast<double>(units.size());
    double squares = 0;
    for (const Unit& unit : units) squares += std::pow(unit.amount - mean_of(units), 2);
    const double without_difference = squares / all / (share * (1 - share));
    const double by_arms =
        variance_of(units, Arm::control) / (1 - share) + variance_of(units, Arm::variant) / share;
    return std::sqrt(std::max(without_difference, by_arms) / all);
}

PlannedLooks one_look(const std::vector<Unit>& units, double share, double alpha,
                      Interval bounds = {0, 1}) {
    PlannedLooks planned(share, limits_of_looks(1, alpha), static_cast<std::int64_t>(units.size()),
                         bounds);
    for (const Unit& unit : units) planned.add(unit.arm, unit.amount);
    return planned;
}

std::vector<Unit> drawn_units(int count, double share, double rate, std::uint64_t seed) {
    Random random(seed);
    std::vector<Unit> units;
    for (int i = 0; i < count; ++i)
        units.push_back({random.uniform() < share ? Arm::variant : Arm::control,
                         random.uniform() < rate ? 1.0 : 0.0});
    return units;
}

double binomial(std::int64_t n, std::int64_t k, double share) {
    const auto all = static_cast<double>(n), some = static_cast<double>(k);
    return std::exp(std::lgamma(all + 1) - std::lgamma(some + 1) - std::lgamma(all - some + 1) +
                    some * std::log(share) + (all - some) * std::log(1 - share));
}

// Of zeros and ones, each in the variant with this probability: how probable is it that the sum of
// the variant's amounts less the mean is so many of its deviations above what is expected?
struct Tail {
    double at_least, above;
};
Tail tail_of(std::int64_t zeros, std::int64_t ones, double share, double deviations, int side) {
    const double mean = static_cast<double>(ones) / static_cast<double>(zeros + ones);
    const double deviation = std::sqrt(share * (1 - share) *
                                       (static_cast<double>(zeros) * mean * mean +
                                        static_cast<double>(ones) * (1 - mean) * (1 - mean)));
    Tail tail{};
    for (std::int64_t a = 0; a <= zeros; ++a)
        for (std::int64_t b = 0; b <= ones; ++b) {
            const double sum =
                (-mean * (static_cast<double>(a) - share * static_cast<double>(zeros)) +
                 (1 - mean) * (static_cast<double>(b) - share * static_cast<double>(ones))) /
                deviation * side;
            const double probability = binomial(zeros, a, share) * binomial(ones, b, share);
            if (sum > deviations - 1e-9) tail.at_least += probability;
            if (sum > deviations + 1e-9) tail.above += probability;
        }
    return tail;
}

}  // namespace

TEST_CASE("the limits of two, three and four looks are those of the tables, too") {
    // ldbounds for R, two-sided 5 %, the spending function like O'Brien and Fleming's.
    for (const auto& wanted : {std::vector{2.963, 1.969}, std::vector{3.710, 2.511, 1.993},
                               std::vector{4.333, 2.963, 2.359, 2.014}}) {
        const auto limits = limits_of_looks(static_cast<int>(wanted.size()), 0.05);
        REQUIRE(limits.size() == wanted.size());
        for (std::size_t i = 0; i < wanted.size(); ++i)
            CHECK(limits[i] == doctest::Approx(wanted[i]).epsilon(0.001));
    }
    CHECK(limits_of_looks(1, 0.01)[0] == doctest::Approx(2.575829).epsilon(1e-5));
    CHECK(limits_of_looks(most_looks, 0.05).size() == most_looks);
}

TEST_CASE("more looks cost more, and nothing else does") {
    double last = 1;
    for (const int looks : {2, 3, 5, 10}) {
        const double cost = cost_of_looks(looks, 0.05, 0.9);
        CHECK(cost > last);
        CHECK(cost < 1.04);
        last = cost;
    }
}

TEST_CASE("the textbook's formula, for arms that differ in size and in how they vary") {
    // (1.959964 + 0.841621)^2 = 7.848880
    CHECK(
        units_for_one_look(
            {.difference = 1, .control_deviation = 3, .variant_deviation = 5, .variant_share = 0.2},
            0.05, 0.8) == doctest::Approx(7.848880 * (9 / 0.8 + 25 / 0.2)).epsilon(1e-5));
    CHECK(units_for_one_look({.difference = -0.5, .control_deviation = 2, .variant_deviation = 0},
                             0.01, 0.9) ==
          doctest::Approx(std::pow(2.575829 + 1.281552, 2) * 8 / 0.25).epsilon(1e-5));
    CHECK(units_for_one_rate_look(0.1, 0.3, 0.25, 0.05, 0.8) ==
          doctest::Approx(7.848880 * (0.09 / 0.75 + 0.21 / 0.25) / 0.04).epsilon(1e-5));
}

TEST_CASE("looks are after equal numbers of units, and nothing is counted once it is over") {
    PlannedLooks planned(0.5, limits_of_looks(3, 0.05), 100);
    CHECK(planned.next_look() == 34);
    CHECK(!planned.interval());
    for (int unit = 1; unit <= 130; ++unit) {
        CHECK(planned.looks_done() == (unit > 100 ? 3 : unit > 67 ? 2 : unit > 34 ? 1 : 0));
        planned.add(unit % 2 == 0 ? Arm::control : Arm::variant, unit / 2 % 2);
        CHECK(planned.interval().has_value() == (unit >= 34));
        CHECK(planned.is_over() == (unit >= 100));
    }
    CHECK(!planned.higher());
    // After a finding as well.
    PlannedLooks found(0.5, limits_of_looks(2, 0.05), 200);
    for (int unit = 0; unit < 100; ++unit)
        found.add(unit % 2 == 0 ? Arm::control : Arm::variant, unit % 2);
    CHECK(found.higher() == Arm::variant);
    CHECK(found.is_over());
    CHECK(found.looks_done() == 1);
    const Interval interval = found.interval().value();
    for (int unit = 0; unit < 500; ++unit)
        found.add(unit % 2 == 0 ? Arm::control : Arm::variant, 1 - unit % 2);
    CHECK(found.looks_done() == 1);
    CHECK(found.interval() == interval);
    CHECK(found.higher() == Arm::variant);
}

TEST_CASE("the difference is the mean of the scores, and the deviation theirs, at any split") {
    Random random(3);
    for (const double share : {0.5, 0.2, 0.9}) {
        std::vector<Unit> units;
        for (int i = 0; i < 60; ++i) {
            const Arm arm = random.uniform() < share ? Arm::variant : Arm::control;
            units.push_back({arm, (arm == Arm::variant ? 9.0 : 4.0) * random.uniform()});
        }
        CAPTURE(share);
        PlannedLooks planned = one_look(units, share, 0.05, {0, 10});
        const double difference = difference_of(units, share);
        const double deviation = deviation_of(units, share);
        CHECK(planned.deviations() == doctest::Approx(difference / deviation));
        const Interval interval = planned.interval().value();
        CHECK(interval.low < difference);
        CHECK(interval.high > difference);
        // No side is nearer than the normal limit.
        CHECK((difference - interval.low) / deviation > 1.959);
        CHECK((interval.high - difference) / deviation > 1.959);
        CHECK(planned.limit() == doctest::Approx((difference > 0 ? difference - interval.low
                                                                 : interval.high - difference) /
                                                 deviation));
        CHECK(planned.higher().has_value() == !interval.contains(0));
    }
    // An arm in which all is the same, the other one varying much: the deviation is the arms'.
    std::vector<Unit> units(8, {Arm::control, 0});
    units.push_back({Arm::variant, 0});
    units.push_back({Arm::variant, 10});
    CHECK(one_look(units, 0.2, 0.05, {0, 10}).deviations() ==
          doctest::Approx(difference_of(units, 0.2) / std::sqrt(50 / 0.2 / 10)));
}

TEST_CASE("amounts outside of the bounds count as the bounds, and a finding is for either arm") {
    std::vector<Unit> units;
    for (int i = 0; i < 40; ++i)
        units.push_back({i % 2 == 0 ? Arm::control : Arm::variant, i % 2 == 0   ? -7.0
                                                                   : i % 4 == 1 ? 2.0
                                                                                : 0.25});
    std::vector<Unit> clamped = units, swapped = units;
    for (Unit& unit : clamped) unit.amount = std::clamp(unit.amount, 0.0, 1.0);
    for (Unit& unit : swapped) unit.arm = unit.arm == Arm::control ? Arm::variant : Arm::control;
    PlannedLooks one = one_look(units, 0.5, 0.05);
    CHECK(one.deviations() == one_look(clamped, 0.5, 0.05).deviations());
    PlannedLooks other = one_look(swapped, 0.5, 0.05);
    CHECK(one.higher() == Arm::variant);
    CHECK(other.higher() == Arm::control);
    CHECK(one.deviations() == doctest::Approx(-other.deviations()));
    CHECK(one.limit() == doctest::Approx(other.limit()).epsilon(0.1));
    CHECK(one.interval()->low == doctest::Approx(-other.interval()->high).epsilon(0.2));
}

TEST_CASE("chance is drawn for as often as it does so, on both sides and at any split") {
    struct Case {
        double share;
        int units;
        double rate;
    };
    // Few and many ones: more than some hundreds of units are drawn for as a normal distribution.
    for (const auto& [share, count, rate] :
         {Case{0.5, 60, 0.1}, Case{0.1, 100, 0.06}, Case{0.9, 100, 0.06}, Case{0.3, 400, 0.02},
          Case{0.5, 500, 0.02}}) {
        CAPTURE(share);
        CAPTURE(count);
        const std::vector<Unit> units = drawn_units(count, share, rate, 5);
        const auto ones = std::ranges::count(units, 1.0, &Unit::amount);
        REQUIRE(ones > 0);
        constexpr double alpha = 0.01;
        PlannedLooks planned = one_look(units, share, alpha);
        const double difference = difference_of(units, share);
        const double deviation = deviation_of(units, share);
        const double normal = normal_limit(alpha / 2);
        const Interval interval = planned.interval().value();
        for (const int side : {1, -1}) {
            CAPTURE(side);
            const double limit =
                (side > 0 ? difference - interval.low : interval.high - difference) / deviation;
            const Tail tail = tail_of(count - ones, ones, share, limit, side);
            // 20,000 draws miss a probability of 0.5 % by a tenth of it at most.
            CHECK(tail.above <= alpha / 2 * 1.2);
            if (limit > normal + 1e-6) CHECK(tail.at_least >= alpha / 2 * 0.8);
        }
    }
}

TEST_CASE("what is too improbable to be drawn has Chernoff's bound") {
    // The first of five looks has a limit of 4.9 deviations: once in two million.
    for (const double share : {0.5, 0.1, 0.9}) {
        CAPTURE(share);
        std::vector<Unit> units = drawn_units(300, share, 0.03, 8);
        units.front().amount = 0.5;
        PlannedLooks planned(share, limits_of_looks(5, 0.05), 1'500);
        for (const Unit& unit : units) planned.add(unit.arm, unit.amount);
        REQUIRE(planned.looks_done() == 1);
        const double difference = difference_of(units, share);
        const double deviation = deviation_of(units, share);
        const double normal = limits_of_looks(5, 0.05)[0];
        const double mean = mean_of(units);
        double scale = 0;
        for (const Unit& unit : units) scale += std::pow(unit.amount - mean, 2);
        scale = std::sqrt(scale * share * (1 - share));
        // The best of the bounds exp(log of the generating function - t x), over t.
        const auto log_bound = [&](double x, int side) {
            double best = 0;
            for (double t = 0; t < 60; t += 0.02) {
                double log = -t * x;
                for (const Unit& unit : units) {
                    const double amount = side * (unit.amount - mean) / scale;
                    log += std::log(1 - share + share * std::exp(t * amount)) - t * share * amount;
                }
                if (log > best + 20) break;
                best = std::min(best, log);
            }
            return best;
        };
        const Interval interval = planned.interval().value();
        for (const int side : {1, -1}) {
            CAPTURE(side);
            const double limit =
                (side > 0 ? difference - interval.low : interval.high - difference) / deviation;
            const double log = std::log(normal_probability(-normal));
            if (limit > normal + 1e-6)
                CHECK(log_bound(limit, side) == doctest::Approx(log).epsilon(0.003));
            else
                CHECK(log_bound(normal, side) <= log + 0.05);
        }
    }
}

TEST_CASE("simulated experiments: lengths in order, and as many units as the model has") {
    // A goal that all of one arm and none of the other reach is found in every run.
    const ExperimentModel clear{.control_rate = 0, .variant_rate = 1, .units = 300};
    const LengthOfExperiment length = simulate_any_time(clear, 50, 1);
    CHECK(length.found == 1);
    CHECK(length.median.value() <= length.percentile_80.value());
    CHECK(length.median.value() > 10);
    CHECK(length.percentile_80.value() < 60);
    // Looked at every hundred units only.
    kibitz::SplitMix random(2);
    ExperimentModel seldom = clear;
    seldom.units_per_look = 100;
    CHECK(units_until_found(seldom, random) == 100);
    CHECK(units_until_naive_test(seldom, random) == 100);
    seldom.units = 99;
    CHECK(!units_until_found(seldom, random));
    seldom.units = 100;
    CHECK(units_until_found(seldom, random) == 100);
    // Found in six of ten runs: the median is known, the length of the eighth is not.
    const ExperimentModel hard{.variant_rate = 0.4, .units = 420};
    const LengthOfExperiment some = simulate_any_time(hard, 200, 2);
    CHECK(some.found > 0.2);
    CHECK(some.found < 0.8);
    CHECK(some.median.has_value() == (some.found > 0.5));
    CHECK(!some.percentile_80);
}
