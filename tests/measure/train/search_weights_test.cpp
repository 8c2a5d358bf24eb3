// The weights of what a search shows are found from moves that were chosen by known weights.
#include "train/people/search_weights.hpp"

#include <array>
#include <cmath>

#include "platform/core_paths.hpp"
#include "players/people/model_shape.hpp"
#include "support/test.hpp"
#include "train/human_games_text.hpp"
#include "train/random.hpp"

using namespace kibitz;
using namespace kibitz::train;

namespace {

constexpr std::size_t facts = players::model_shape::facts;

// Two moves that a model finds alike; the second is a bin of row 8 worse, and people of 1000 see
// nothing of it, people of 2000 all.
std::vector<SearchedPosition> chosen(std::size_t count) {
    std::vector<SearchedPosition> made;
    Random random(7);
    for (std::size_t i = 0; i < count; ++i) {
        const bool is_strong = i % 2 == 0;
        const double first = is_strong ? 0.9 : 0.5;
        made.push_back({.rating = is_strong ? 2000 : 1000,
                        .played = random.uniform() < first ? 0u : 1u,
                        .log_probabilities = {std::log(0.5f), std::log(0.5f)},
                        .rows = {0, 8}});
    }
    return made;
}

}  // namespace

TEST_CASE("each rating's eye for a row is found") {
    const auto positions = chosen(20'000);
    const auto weights = fit_search_weights(positions);
    const auto lead = [&](std::size_t knot) { return weights[knot] - weights[8 * facts + knot]; };
    CHECK(lead(2) == doctest::Approx(0).epsilon(0.1).scale(1));     // 1000
    CHECK(lead(7) == doctest::Approx(std::log(9.0)).epsilon(0.1));  // 2000
    const auto bands = agreement_with(weights, positions);
    REQUIRE(bands.size() == 2);
    CHECK(bands.at(1000).before == doctest::Approx(std::log(0.5)));
    CHECK(bands.at(1000).after == doctest::Approx(std::log(0.5)).epsilon(0.01));
    CHECK(bands.at(2000).after ==
          doctest::Approx(0.9 * std::log(0.9) + 0.1 * std::log(0.1)).epsilon(0.05));
}

TEST_CASE("positions come from moves 6 to 40 of the games asked for") {
    const auto games = test::games_of(test::two_games);
    players::Analyst analyst(default_core_path());
    SearchedSample sample{.share = 1, .nodes = 500};
    sample.kept_apart = is_kept_apart(games[0]);
    const auto never = [](std::size_t) { return false; };
    const auto positions = search_positions(games, analyst, sample, never);
    REQUIRE(positions.size() == 2);  // 6. Nxf7 Kxf7; the other game is from chess.com
    CHECK(positions[0].rating == 1367);
    CHECK(positions[1].rating == 1386);
    for (const SearchedPosition& position : positions) {
        CHECK(position.rows.size() == position.log_probabilities.size());
        CHECK(position.played < position.rows.size());
    }
    sample.kept_apart = !sample.kept_apart;
    CHECK(search_positions(games, analyst, sample, never).empty());
    sample.kept_apart = !sample.kept_apart;
    CHECK(search_positions(games, analyst, sample, [](std::size_t) { return true; }).empty());
}
