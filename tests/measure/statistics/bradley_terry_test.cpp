#include "statistics/bradley_terry.hpp"

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

TEST_CASE("an advantage is taken off the distance") {
    const double half = 0.5;
    for (const double advantage : {-250.0, 0.0, 100.0}) {
        const PairingResult even{
            .first = 0, .second = 1, .games = 1000, .score = 1000 * half, .advantage = advantage};
        const auto ratings = bradley_terry(2, std::vector{even});
        CHECK(ratings[1].elo - ratings[0].elo == doctest::Approx(advantage).epsilon(0.01));
    }
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

namespace {

// The likelihood's maximum by improving one player at a time, and the intervals by inverting the
// second derivatives with Gauss and Jordan's method.
std::vector<Rating> plain_ratings(std::size_t players, const std::vector<PairingResult>& results,
                                  double prior_draws) {
    const auto chance = [](double difference) { return 1 / (1 + std::exp(-difference)); };
    std::vector<double> rating(players);
    const auto slope = [&](std::size_t player, double at) {
        double sum = prior_draws * (0.5 - chance(at));
        for (const PairingResult& result : results) {
            const auto a = static_cast<std::size_t>(result.first);
            const auto b = static_cast<std::size_t>(result.second);
            if (a == player) sum += result.score - result.games * chance(at - rating[b]);
            if (b == player)
                sum += result.games - result.score - result.games * chance(at - rating[a]);
        }
        return sum;
    };
    for (int round = 0; round < 3'000; ++round)
        for (std::size_t player = 0; player < players; ++player) {
            double low = -20, high = 20;
            for (int i = 0; i < 60; ++i) {
                const double middle = (low + high) / 2;
                (slope(player, middle) > 0 ? low : high) = middle;
            }
            rating[player] = low;
        }
    std::vector<std::vector<double>> matrix(players, std::vector<double>(2 * players));
    double observed = 0, expected = 0;
    for (const PairingResult& result : results) {
        const auto a = static_cast<std::size_t>(result.first);
        const auto b = static_cast<std::size_t>(result.second);
        const double p = chance(rating[a] - rating[b]), information = result.games * p * (1 - p);
        matrix[a][a] += information;
        matrix[b][b] += information;
        matrix[a][b] -= information;
        matrix[b][a] -= information;
        if (result.observed_variance <= 0) continue;
        observed += result.observed_variance;
        expected += information;
    }
    for (std::size_t i = 0; i < players; ++i) {
        matrix[i][i] += prior_draws * chance(rating[i]) * (1 - chance(rating[i]));
        matrix[i][players + i] = 1;
    }
    for (std::size_t i = 0; i < players; ++i) {
        const double pivot = matrix[i][i];
        for (double& value : matrix[i]) value /= pivot;
        for (std::size_t j = 0; j < players; ++j) {
            const double factor = matrix[j][i];
            if (j == i) continue;
            for (std::size_t k = 0; k < 2 * players; ++k) matrix[j][k] -= factor * matrix[i][k];
        }
    }
    const double elo = 400 / std::log(10), count = static_cast<double>(players);
    double mean = 0;
    for (const double value : rating) mean += value / count;
    std::vector<Rating> ratings;
    for (std::size_t i = 0; i < players; ++i) {
        double variance = 0;
        for (std::size_t j = 0; j < players; ++j)
            for (std::size_t k = 0; k < players; ++k)
                variance += ((j == i ? 1 : 0) - 1 / count) * ((k == i ? 1 : 0) - 1 / count) *
                            matrix[j][players + k];
        const double scatter = expected > 0 ? observed / expected : 1;
        ratings.push_back(
            {(rating[i] - mean) * elo, 1.959964 * std::sqrt(scatter * variance) * elo});
    }
    return ratings;
}

}  // namespace

TEST_CASE("ratings and intervals are those of a plain computation") {
    // Not all have met, one won everything, and some results tell how much they scatter.
    const std::vector<PairingResult> results{
        {.first = 0, .second = 1, .games = 12, .score = 7.5, .observed_variance = 1.4},
        {.first = 2, .second = 0, .games = 8, .score = 8},
        {.first = 1, .second = 2, .games = 20, .score = 3, .observed_variance = 2.1},
        {.first = 3, .second = 1, .games = 6, .score = 2.5, .observed_variance = 0},
        {.first = 3, .second = 0, .games = 4, .score = 0.5, .observed_variance = 0.2}};
    const auto check = [&](double prior_draws, const std::vector<Rating>& ratings) {
        const auto plain = plain_ratings(4, results, prior_draws);
        REQUIRE(ratings.size() == 4);
        for (std::size_t i = 0; i < 4; ++i) {
            CAPTURE(i);
            CHECK(ratings[i].elo == doctest::Approx(plain[i].elo).epsilon(1e-4));
            CHECK(ratings[i].margin == doctest::Approx(plain[i].margin).epsilon(1e-4));
        }
    };
    check(2, bradley_terry(4, results, 2));
    check(0.1, bradley_terry(4, results));
}

TEST_CASE("of very many players, each one's interval is that of the games they have played") {
    constexpr int players = static_cast<int>(most_exact_players) + 1;
    std::vector<PairingResult> results;
    for (int a = 0; a < players; ++a)
        results.push_back({.first = a, .second = (a + 1) % players, .games = 10, .score = 5});
    // Twenty games with even chances, and the tenth of a drawn game that is added to all.
    const double rough = 1.959964 / std::sqrt(20.1 / 4) * 400 / std::log(10);
    for (const Rating& rating : bradley_terry(players, results))
        CHECK(rating.margin == doctest::Approx(rough).epsilon(1e-5));
    results.pop_back();
    results.pop_back();
    results.push_back({.first = players - 2, .second = 0, .games = 10, .score = 5});
    // In a ring of a thousand, the distance to the mean is much less sure than that.
    CHECK(bradley_terry(players - 1, results)[0].margin > 1.5 * rough);
}

TEST_CASE("the result does not depend on how many players there are") {
    constexpr double win = 0.75;
    for (const int players : {600, static_cast<int>(most_exact_players) + 200}) {
        // A ring, in which each beats the next, but for that all are the same.
        std::vector<PairingResult> results;
        for (int a = 0; a < players; ++a)
            for (const int distance : {1, 2, 5, 17, 101})
                results.push_back(
                    {.first = a, .second = (a + distance) % players, .games = 8, .score = 8 * win});
        const auto ratings = bradley_terry(players, results);
        const double alone = 1.96 / std::sqrt(80 * 0.25) * 400 / std::log(10);
        for (const auto& rating : ratings) {
            CHECK(std::abs(rating.elo) < 1e-6);
            CHECK(rating.margin == doctest::Approx(alone).epsilon(0.1));
        }
    }
}
