// Amounts are compared with what was known of each unit before: no more errors, fewer units.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "chess/random.hpp"
#include "statistics/difference_sequence.hpp"
#include "statistics/known_before.hpp"
#include "statistics/planned_looks.hpp"
#include "support/test.hpp"

using namespace kibitz;
using namespace kibitz::statistics;

namespace {

constexpr double alpha = 0.05;

struct Visitor {
    double before, amount;
};

// What they spent before says much about what they spend: the correlation is about 0.9.
Visitor customer(SplitMix& random) {
    const double habit = random.uniform();
    return {habit, 0.75 * habit + 0.25 * random.uniform()};
}
// Nine of ten spend nothing, and one in a thousand has spent a thousand times as much as the
// others.
Visitor rare_customer(SplitMix& random) {
    const bool buys = random.uniform() < 0.1;
    const bool is_whale = random.uniform() < 0.001;
    const double before = (is_whale ? 1'000 : 1) * random.uniform();
    return {before, buys ? std::min(1.0, before) : 0};
}
// What was known before says nothing.
Visitor stranger(SplitMix& random) { return {random.uniform(), random.uniform()}; }

using Draw = Visitor (*)(SplitMix&);

struct Arms {
    double share = 0.5, difference = 0;
    int units = 1'000;
};

// Calls add(arm, visitor) for visitors by chance.
template <class Add>
void run(const Arms& arms, Draw draw, SplitMix& random, Add add) {
    for (int i = 0; i < arms.units; ++i) {
        const Arm arm = random.uniform() < arms.share ? Arm::variant : Arm::control;
        Visitor visitor = draw(random);
        if (arm == Arm::variant) visitor.amount += arms.difference;
        add(arm, visitor);
    }
}

enum class Knowledge : std::uint8_t { unused, used };

// After how many units a difference was found; all units if it was not.
int units_until_found(const Arms& arms, Draw draw, Knowledge knowledge, SplitMix& random) {
    DifferenceSequence sequence(arms.share, alpha, {0, 2});
    int found = arms.units;
    run(arms, draw, random, [&](Arm arm, const Visitor& visitor) {
        if (sequence.higher()) return;
        sequence.add(arm, visitor.amount,
                     knowledge == Knowledge::used ? std::optional(visitor.before) : std::nullopt);
        if (sequence.higher()) found = static_cast<int>(sequence.units());
    });
    return found;
}

bool is_found_by_looks(const Arms& arms, Draw draw, Knowledge knowledge, SplitMix& random) {
    PlannedLooks looks(arms.share, limits_of_looks(5, alpha), arms.units, {0, 2});
    run(arms, draw, random, [&](Arm arm, const Visitor& visitor) {
        looks.add(arm, visitor.amount,
                  knowledge == Knowledge::used ? std::optional(visitor.before) : std::nullopt);
    });
    return looks.higher().has_value();
}

int median_units(Draw draw, Knowledge knowledge) {
    std::vector<int> units;
    SplitMix random(3);
    for (int i = 0; i < 21; ++i)
        units.push_back(
            units_until_found({.difference = 0.02, .units = 12'000}, draw, knowledge, random));
    std::ranges::nth_element(units, units.begin() + 10);
    return units[10];
}

}  // namespace

TEST_CASE("the line is that of least squares, and ends where what was seen ends") {
    KnownBefore known;
    for (int i = 0; i < 40; ++i) known.add(i, 3.0 * i + (i % 2 == 0 ? 1 : -1));
    CHECK(known.expected_more(19.5) == doctest::Approx(0));
    CHECK(known.expected_more(20.5) == doctest::Approx(3).epsilon(0.01));
    CHECK(known.expected_more(1e9) == known.most_expected());
    CHECK(known.expected_more(-1e9) == known.least_expected());
    CHECK(known.most_expected() == doctest::Approx(3 * 19.5).epsilon(0.01));
    CHECK(known.least_expected() == doctest::Approx(-3 * 19.5).epsilon(0.01));
    // Of the squares, those of the ones that are added and taken away are left.
    CHECK(known.squares_explained() ==
          doctest::Approx(9 * (40 * 40 * 40 - 40) / 12.0).epsilon(0.01));
}

TEST_CASE("nothing is expected after few units, nor where all are alike") {
    KnownBefore few, alike;
    for (int i = 0; i < 9; ++i) few.add(i, i);
    for (int i = 0; i < 100; ++i) alike.add(5, i);
    CHECK(few.expected_more(8) == 0);
    CHECK(few.squares_explained() == 0);
    CHECK(alike.expected_more(5) == 0);
    CHECK(alike.expected_more(100) == 0);
    few.add(9, 9);
    CHECK(few.expected_more(9) == doctest::Approx(4.5));
}

TEST_CASE("equal arms are not found to differ more often for what was known before") {
    constexpr int runs = 120;
    const double tolerance = 3 * std::sqrt(alpha * (1 - alpha) / runs);
    for (const double share : {0.5, 0.1})
        for (const Draw draw : {customer, rare_customer, stranger}) {
            SplitMix random(1);
            int any_time = 0, by_looks = 0;
            for (int i = 0; i < runs; ++i) {
                const Arms arms{.share = share};
                any_time += units_until_found(arms, draw, Knowledge::used, random) < arms.units;
                by_looks += is_found_by_looks(arms, draw, Knowledge::used, random);
            }
            CAPTURE(share);
            CHECK(any_time <= (alpha + tolerance) * runs);
            CHECK(by_looks <= (alpha + tolerance) * runs);
        }
}

TEST_CASE("a difference is found with half of the units where the past says much") {
    const int with = median_units(customer, Knowledge::used),
              without = median_units(customer, Knowledge::unused);
    MESSAGE(with, " units instead of ", without);
    CHECK(2 * with < without);
    // Where it says nothing, it costs little.
    CHECK(median_units(stranger, Knowledge::used) <
          1.1 * median_units(stranger, Knowledge::unused));
}

TEST_CASE("planned looks find smaller differences with it") {
    SplitMix random(2);
    int with = 0, without = 0;
    for (int i = 0; i < 60; ++i) {
        const Arms arms{.difference = 0.02, .units = 2'000};
        with += is_found_by_looks(arms, customer, Knowledge::used, random);
        without += is_found_by_looks(arms, customer, Knowledge::unused, random);
    }
    CHECK(with >= 55);
    CHECK(without <= 40);
}

TEST_CASE("the interval contains the difference, which stays that of the amounts") {
    SplitMix random(4);
    double sum = 0;
    for (int i = 0; i < 40; ++i) {
        DifferenceSequence sequence(0.3, alpha, {0, 2});
        run({.share = 0.3, .difference = 0.2, .units = 2'000}, customer, random,
            [&](Arm arm, const Visitor& visitor) {
                // A quarter of them were never seen before.
                const bool is_known = visitor.before > 0.25;
                sequence.add(arm, visitor.amount,
                             is_known ? std::optional(visitor.before) : std::nullopt);
            });
        const Interval& interval = sequence.look();
        CHECK(interval.low < 0.2);
        CHECK(interval.high > 0.2);
        sum += sequence.estimate();
    }
    CHECK(sum / 40 == doctest::Approx(0.2).epsilon(0.05));
}

TEST_CASE("without what was known before, the estimate is the difference of the means") {
    SplitMix random(5);
    DifferenceSequence sequence(0.5, alpha);
    std::array<double, 2> sums{};
    std::array<int, 2> units{};
    run({}, stranger, random, [&](Arm arm, const Visitor& visitor) {
        sequence.add(arm, visitor.amount);
        sums[static_cast<std::size_t>(arm)] += visitor.amount;
        ++units[static_cast<std::size_t>(arm)];
    });
    CHECK(sequence.estimate() ==
          doctest::Approx(sums[1] / units[1] - sums[0] / units[0]).epsilon(0.05));
}
