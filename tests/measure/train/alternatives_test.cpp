// Protects the positions after moves that were not played, which training takes. Costs
// milliseconds.
#include "train/alternatives.hpp"

#include <algorithm>

#include "support/test.hpp"
#include "train/random_chains.hpp"
#include "train/sample_filter.hpp"

namespace kibitz::train {

TEST_CASE("alternatives are what training takes, and none is a position of the game") {
    std::mt19937 random(4);
    std::size_t found = 0, asked = 0;
    for (int i = 0; i < 20; ++i) {
        const Chain game = random_game(random, 60);
        std::vector<Key> reached;
        Position position = game.start;
        for (const ScoredMove& played : game.moves) {
            asked += keeps(SampleFilter{}, position, {played.move, 0}) ? 1 : 0;
            position.play(played.move);
            reached.push_back(position.key());
        }
        const std::vector<Chain> all = alternatives_of(game, 1, 7);
        found += all.size();
        for (const Chain& alternative : all) {
            REQUIRE(alternative.moves.size() == 1);
            CHECK(keeps(SampleFilter{}, alternative.start, alternative.moves[0]));
            CHECK(alternative.start.is_legal(alternative.moves[0].move));
            CHECK(alternative.result == game.result);
            CHECK(alternative.origin == game.origin);
        }
        CHECK(std::ranges::count_if(all, [&](const Chain& alternative) {
                  return std::ranges::count(reached, alternative.start.key()) > 0;
              }) <= 1);  // by another way round
        const std::vector<Chain> again = alternatives_of(game, 1, 7);
        CHECK(std::ranges::equal(
            all, again, {}, [](const Chain& c) { return c.start.key(); },
            [](const Chain& c) { return c.start.key(); }));
        CHECK(alternatives_of(game, 0, 7).empty());
    }
    CHECK(found > asked / 2);
    CHECK(found < asked);
}

}  // namespace kibitz::train
