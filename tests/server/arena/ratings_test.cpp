#include "arena/ratings.hpp"

#include "support/test.hpp"

using namespace kibitz::arena;

namespace {

constexpr Time noon = from_epoch(1'000'000'000);

GameSummary game(const char* first, const char* second, std::optional<Side> winner,
                 bool rated = true) {
    GameSummary summary;
    summary.game = "chess";
    summary.players = {first, second};
    summary.winner = winner;
    summary.rated = rated;
    summary.ended = noon;
    return summary;
}

}  // namespace

TEST_CASE("live ratings follow rated games of each game apart, and grow unsure with time") {
    Ratings ratings;
    ratings.add(game("Ann", "Bob", Side::first, false));
    CHECK(ratings.games("chess", "Ann") == 0);
    ratings.add(game("Ann", "Bob", Side::first));
    const auto ann = ratings.at("chess", "Ann", noon), bob = ratings.at("chess", "Bob", noon);
    CHECK(ann.rating > 1600);
    CHECK(ann.rating + bob.rating == doctest::Approx(3000));
    CHECK(ratings.at("connectfour", "Ann", noon) == kibitz::statistics::Glicko2{});
    CHECK(ratings.at("chess", "Ann", noon + std::chrono::days(300)).deviation > ann.deviation);
    CHECK(ratings.games("chess", "Bob") == 1);
}

TEST_CASE("batch ratings: from all results at once, best first, with intervals") {
    Results results;
    for (int i = 0; i < 40; ++i) {
        results.add(game("A", "B", i % 4 == 0 ? Side::second : Side::first));
        results.add(game("Crane", "B", i % 4 == 0 ? Side::first : Side::second));
        results.add(game("Person", "A", Side::first));
    }
    GameSummary aborted = game("A", "Dove", std::nullopt);
    aborted.ending = Ending::aborted;
    results.add(aborted);
    results.rename("Crane", "C");
    const auto is_bot = [](const std::string& name) { return name != "Person"; };
    const auto ratings = batch_ratings(results.of("chess", is_bot));
    REQUIRE(ratings.size() == 3);
    CHECK(ratings[0].player.player == "A");
    CHECK(ratings[2].player.player == "C");
    // Three of four points: 191 Elo.
    CHECK(ratings[0].elo - ratings[1].elo == doctest::Approx(191).epsilon(0.02));
    CHECK(ratings[1].games == 80);
    CHECK(ratings[1].margin > 0);
    CHECK(batch_ratings(results.of("connectfour", is_bot)).empty());
}
