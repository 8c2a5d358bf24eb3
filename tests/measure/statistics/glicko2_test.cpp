#include "statistics/glicko2.hpp"

#include <cmath>
#include <vector>

#include "support/test.hpp"

using namespace kibitz::statistics;

TEST_CASE("the example of the paper") {
    const Glicko2 player{1500, 200, 0.06};
    const std::vector<Glicko2Result> results{
        {{1400, 30, 0.06}, 1}, {{1550, 100, 0.06}, 0}, {{1700, 300, 0.06}, 0}};
    const Glicko2 after = rated(player, results);
    CHECK(std::abs(after.rating - 1464.06) < 0.01);
    CHECK(std::abs(after.deviation - 151.52) < 0.01);
    CHECK(std::abs(after.volatility - 0.05999) < 0.00001);
}

TEST_CASE("no games make a rating less sure, but never less than a newcomer's") {
    const Glicko2 player{1700, 60, 0.06};
    CHECK(rated(player, {}) == rested(player, 1));
    CHECK(rested(player, 1).deviation > 60);
    CHECK(rested(player, 0).deviation == doctest::Approx(60));
    CHECK(rested(player, 1e9).deviation == 350);
    CHECK(rested(player, 5).rating == 1700);
}

TEST_CASE("a win is good for the one as it is bad for the other, and surprises count more") {
    const Glicko2 even, strong{2000, 50, 0.06}, weak{1400, 50, 0.06};
    const auto against = [](const Glicko2& player, const Glicko2& opponent, double score) {
        const Glicko2Result result{opponent, score};
        return rated(player, std::span(&result, 1)).rating - player.rating;
    };
    CHECK(against(even, even, 1) == doctest::Approx(-against(even, even, 0)));
    CHECK(std::abs(against(even, even, 0.5)) < 1e-9);
    CHECK(against(even, strong, 1) > against(even, weak, 1));
    CHECK(against(even, weak, 0) < against(even, strong, 0));
    // A volatile outcome raises volatility.
    const std::vector<Glicko2Result> upsets(5, {strong, 1});
    CHECK(rated({1400, 50, 0.06}, upsets).volatility > 0.06);
}
