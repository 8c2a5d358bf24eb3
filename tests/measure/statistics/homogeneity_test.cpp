#include "statistics/homogeneity.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "support/random.hpp"
#include "support/test.hpp"

using namespace kibitz::statistics;
using kibitz::test::Random;

namespace {

using Counts = std::vector<std::int64_t>;

// Pairs of a match between equals, or of one of a somewhat stronger player.
Counts draw(Random& random, int pairs, std::array<int, 5> percent) {
    Counts counts(percent.size());
    for (int pair = 0; pair < pairs; ++pair) {
        auto lot = static_cast<int>(random.below(100));
        std::size_t category = 0;
        while (lot >= percent[category]) lot -= percent[category++];
        ++counts[category];
    }
    return counts;
}

constexpr std::array level{5, 20, 50, 20, 5};
constexpr std::array stronger{2, 10, 40, 33, 15};

}  // namespace

TEST_CASE("the tail of the chi-squared distribution is that of the tables") {
    CHECK(chi_squared_tail(3.841, 1) == doctest::Approx(0.05).epsilon(0.001));
    CHECK(chi_squared_tail(5.991, 2) == doctest::Approx(0.05).epsilon(0.001));
    CHECK(chi_squared_tail(7.815, 3) == doctest::Approx(0.05).epsilon(0.001));
    CHECK(chi_squared_tail(13.277, 4) == doctest::Approx(0.01).epsilon(0.001));
    CHECK(chi_squared_tail(20.515, 5) == doctest::Approx(0.001).epsilon(0.001));
    CHECK(chi_squared_tail(0, 3) == 1);
    CHECK(chi_squared_tail(5, 0) == 1);
}

TEST_CASE("the binomial tail is the sum of its terms") {
    CHECK(binomial_tail(0, 10, 0.5) == 1);
    CHECK(binomial_tail(10, 10, 0.5) == doctest::Approx(1.0 / 1024));
    CHECK(binomial_tail(8, 10, 0.5) == doctest::Approx(56.0 / 1024));
    CHECK(binomial_tail(1, 3, 0.1) == doctest::Approx(1 - 0.9 * 0.9 * 0.9));
    CHECK(binomial_tail(11, 10, 0.5) == 0);
    CHECK(binomial_tail(1, 10, 0) == 0);
    CHECK(binomial_tail(3, 10, 1) == 1);
}

TEST_CASE("samples that are too small say nothing") {
    CHECK(p_value_of_same_distribution(Counts{}, Counts{}) == 1);
    CHECK(p_value_of_same_distribution(Counts{0, 0, 3}, Counts{100, 0, 0}) == 1);
    CHECK(p_value_of_same_distribution(Counts{0, 0}, Counts{50, 50}) == 1);
}

TEST_CASE("a known table has the known result") {
    // 2 x 2: the deviation is 100 * (30*30 - 20*20)^2 / (50*50*50*50) = 4.
    CHECK(p_value_of_same_distribution(Counts{30, 20}, Counts{20, 30}) ==
          doctest::Approx(chi_squared_tail(4, 1)));
}

TEST_CASE("samples of one distribution are called different as often as the p-value says") {
    Random random(7);
    constexpr int trials = 2000;
    int below_five_percent = 0, alarms = 0;
    for (int trial = 0; trial < trials; ++trial) {
        const double p =
            p_value_of_same_distribution(draw(random, 150, level), draw(random, 1500, level));
        below_five_percent += p < 0.05 ? 1 : 0;
        alarms += p < 0.0001 ? 1 : 0;
    }
    CHECK(below_five_percent > trials * 3 / 100);
    CHECK(below_five_percent < trials * 7 / 100);
    CHECK(alarms <= 3);
}

TEST_CASE("a sample of another distribution is found") {
    Random random(8);
    int found = 0;
    for (int trial = 0; trial < 100; ++trial)
        found += p_value_of_same_distribution(draw(random, 200, stronger),
                                              draw(random, 2000, level)) < 0.0001
                     ? 1
                     : 0;
    CHECK(found > 95);
}

TEST_CASE("categories are joined until five are expected in each, and not beyond") {
    // Of ten and ninety, half lies in each category: exactly five are expected in the smaller.
    CHECK(p_value_of_same_distribution(Counts{2, 8}, Counts{48, 42}) ==
          doctest::Approx(chi_squared_tail(9 / 5. + 9 / 5. + 9 / 45. + 9 / 45., 1)));
    // One less in the first, so that it is joined with the second; then a single one is left.
    CHECK(p_value_of_same_distribution(Counts{2, 8}, Counts{47, 43}) == 1);
    // What is left at the end joins the last: 30/20 + 3/0 against 20/30 + 0/3.
    const double joined = p_value_of_same_distribution(Counts{30, 20, 3}, Counts{20, 33, 0});
    CHECK(joined == doctest::Approx(p_value_of_same_distribution(Counts{30, 23}, Counts{20, 33})));
    // Which of the two is called the first does not matter.
    CHECK(p_value_of_same_distribution(Counts{30, 12, 9}, Counts{20, 33, 8}) ==
          doctest::Approx(p_value_of_same_distribution(Counts{20, 33, 8}, Counts{30, 12, 9})));
    CHECK(p_value_of_same_distribution(Counts{0, 0}, Counts{0, 0}) == 1);
}

TEST_CASE("tails beyond what the tables show") {
    // Two degrees of freedom: exp(-x/2); four: exp(-x/2) (1 + x/2).
    CHECK(chi_squared_tail(9, 2) == doctest::Approx(std::exp(-4.5)));
    CHECK(chi_squared_tail(9, 4) == doctest::Approx(std::exp(-4.5) * 5.5));
    CHECK(chi_squared_tail(1e-9, 3) == doctest::Approx(1));
    CHECK(chi_squared_tail(-1, 3) == 1);
    CHECK(chi_squared_tail(5, -1) == 1);
    CHECK(chi_squared_tail(800, 1) < 1e-100);
    // Ten thousand trials: near the normal distribution with a correction for whole numbers.
    const double z = (5'100 - 0.5 - 5'000) / 50.0;
    CHECK(binomial_tail(5'100, 10'000, 0.5) ==
          doctest::Approx(std::erfc(z / std::sqrt(2.0)) / 2).epsilon(0.005));
    CHECK(binomial_tail(1, 10'000, 0.5) == doctest::Approx(1));
    CHECK(binomial_tail(2, 10'000, 1e-6) == doctest::Approx(4.965e-5).epsilon(0.001));
    CHECK(binomial_tail(-1, 10, 0.5) == 1);
    CHECK(binomial_tail(0, 10, 0) == 1);
    CHECK(binomial_tail(11, 10, 1) == 0);
    CHECK(binomial_tail(10, 10, 1) == 1);
}
