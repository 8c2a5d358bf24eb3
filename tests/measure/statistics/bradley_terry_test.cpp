#include "statistics/bradley_terry.hpp"

#include <chrono>
#include <cmath>
#include <vector>

#include "statistics/strength.hpp"
#include "support/test.hpp"

using namespace kibitz::statistics;

TEST_CASE("two players: their Elo difference") {
    const PairingResult result{.first = 0, .second = 1, .games = 400, .score = 300};
    const auto ratings = bradley_terry(2, std::span(&result, 1), 1e-9);
    CHECK(std::abs(ratings[0].elo - ratings[1].elo - 190.8485) < 1e-3);
    CHECK(std::abs(ratings[0].elo + ratings[1].elo) < 1e-9);
    // Binomial: sqrt(0.75 * 0.25 / 400) of score; half of it for the distance to the mean.
    const double slope = 400 / std::log(10) / (0.75 * 0.25);
    CHECK(std::abs(ratings[0].margin - 1.96 * std::sqrt(0.75 * 0.25 / 400) * slope / 2) < 0.05);
}

TEST_CASE("scores that fit ratings exactly give these ratings") {
    const double truth[] = {150, 40, -30, -160};
    std::vector<PairingResult> results;
    for (int a = 0; a < 4; ++a)
        for (int b = a + 1; b < 4; ++b)
            results.push_back({.first = a,
                               .second = b,
                               .games = 1000.0 * (a + b),
                               .score = 1000.0 * (a + b) * expected_score(truth[a] - truth[b])});
    const auto ratings = bradley_terry(4, results, 1e-9);
    for (std::size_t i = 0; i < 4; ++i) CHECK(std::abs(ratings[i].elo - truth[i]) < 1e-4);
}

TEST_CASE("a player that won everything gets a finite rating") {
    const std::vector<PairingResult> results{{.first = 0, .second = 1, .games = 10, .score = 10},
                                             {.first = 1, .second = 2, .games = 10, .score = 5}};
    const auto ratings = bradley_terry(3, results);
    CHECK(ratings[0].elo > ratings[1].elo + 400);
    CHECK(ratings[0].elo < 3000);
    CHECK(std::isfinite(ratings[0].margin));
}

TEST_CASE("many players: fast, and the result does not depend on how many there are") {
    constexpr double win = 0.75;
    for (const int players : {600, static_cast<int>(most_exact_players) + 200}) {
        // A ring, in which each beats the next, but for that all are the same.
        std::vector<PairingResult> results;
        for (int a = 0; a < players; ++a)
            for (const int distance : {1, 2, 5, 17, 101})
                results.push_back(
                    {.first = a, .second = (a + distance) % players, .games = 8, .score = 8 * win});
        const auto began = std::chrono::steady_clock::now();
        const auto ratings = bradley_terry(players, results);
        CHECK(std::chrono::steady_clock::now() - began < std::chrono::seconds(10));
        const double alone = 1.96 / std::sqrt(80 * 0.25) * 400 / std::log(10);
        for (const auto& rating : ratings) {
            CHECK(std::abs(rating.elo) < 1e-6);
            CHECK(rating.margin == doctest::Approx(alone).epsilon(0.1));
        }
    }
}
