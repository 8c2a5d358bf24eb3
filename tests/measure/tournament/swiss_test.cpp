// Who meets whom: points first, then nobody twice, then colours, and always a round.
#include "tournament/swiss.hpp"

#include <string_view>

#include "support/test.hpp"

using namespace kibitz::tournament;

namespace {

using Pairs = std::vector<std::pair<int, int>>;
using Met = std::set<std::pair<int, int>>;

// 'w' is a game with the first colour, 'b' one with the second.
SwissPlayer player(int number, int points = 0, std::string_view games = "", bool had_bye = false) {
    SwissPlayer player{.number = number, .points = points, .had_bye = had_bye};
    for (const char game : games) player.colours.add(game == 'w');
    return player;
}

Pairs pairs_of(const std::vector<SwissPlayer>& players, const Met& met = {}) {
    return pair_swiss(players, met).pairings;
}

}  // namespace

TEST_CASE("from the top of the table down, each meets the nearest") {
    CHECK(pairs_of({player(0), player(1), player(2), player(3)}) == Pairs{{0, 1}, {2, 3}});
    // Points come before seeds, and seeds before the order in which the players are given.
    CHECK(pairs_of({player(3, 1), player(2), player(1, 1), player(0)}) == Pairs{{1, 3}, {0, 2}});
    CHECK(pairs_of({player(0), player(1, 2), player(2, 1), player(3, 3)}) == Pairs{{3, 1}, {2, 0}});
}

TEST_CASE("nobody meets the same opponent twice while that works out") {
    const std::vector four{player(0), player(1), player(2), player(3)};
    CHECK(pairs_of(four, {{0, 1}}) == Pairs{{0, 2}, {1, 3}});
    CHECK(pairs_of(four, {{0, 1}, {0, 2}}) == Pairs{{0, 3}, {1, 2}});
    // The nearest one would leave the last two with each other, who have met.
    CHECK(pairs_of(four, {{2, 3}}) == Pairs{{0, 2}, {1, 3}});
    // Who has met is noted with the lower number first, wherever they are in the table.
    CHECK(pairs_of({player(0), player(1, 1), player(2), player(3, 1)}, {{1, 3}}) ==
          Pairs{{1, 0}, {3, 2}});
}

TEST_CASE("among those with the same points comes first who is due the other colour") {
    CHECK(pairs_of({player(0, 1, "w"), player(1, 1, "w"), player(2, 1, "b"), player(3, 1, "b")}) ==
          Pairs{{0, 2}, {1, 3}});
    // But points come before colours.
    CHECK(pairs_of({player(0, 2, "w"), player(1, 2, "w"), player(2, 1, "b"), player(3, 1, "b")}) ==
          Pairs{{0, 1}, {2, 3}});
    // Nobody is skipped for a colour that neither is due.
    CHECK(pairs_of({player(0, 1), player(1, 1), player(2, 1, "b"), player(3, 1, "w")}) ==
          Pairs{{0, 1}, {2, 3}});
}

TEST_CASE("two who must have the same colour are kept apart while that works out") {
    CHECK(pairs_of({player(0, 2, "ww"), player(1, 2, "ww"), player(2, 1, "b"),
                    player(3, 1, "b")}) == Pairs{{0, 2}, {1, 3}});
    CHECK(pairs_of({player(0, 0, "ww"), player(1, 0, "ww"), player(2, 0, "ww"),
                    player(3, 0, "ww")}) == Pairs{{0, 1}, {2, 3}});
    // New opponents come before colours.
    CHECK(pairs_of({player(0, 0, "ww"), player(1, 0, "ww"), player(2, 0, "bb"), player(3, 0, "bb")},
                   {{0, 2}, {0, 3}, {1, 2}, {1, 3}}) == Pairs{{0, 1}, {2, 3}});
}

TEST_CASE("where all have met, people meet again, with regard to colours") {
    CHECK(pairs_of({player(0), player(1)}, {{0, 1}}) == Pairs{{0, 1}});
    const Met all{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};
    CHECK(pairs_of({player(0, 2, "ww"), player(1, 2, "ww"), player(2, 1, "bb"), player(3, 1, "bb")},
                   all) == Pairs{{0, 2}, {1, 3}});
    CHECK(pairs_of({player(0, 0, "ww"), player(1, 0, "ww")}, {{0, 1}}) == Pairs{{0, 1}});
}

TEST_CASE("the bye goes to the lowest who had none") {
    const auto bye_of = [](const std::vector<SwissPlayer>& players) {
        return pair_swiss(players, {}).bye;
    };
    CHECK(bye_of({player(0), player(1), player(2)}) == 2);
    CHECK(bye_of({player(0), player(1), player(2, 0, "", true)}) == 1);
    CHECK(bye_of({player(0), player(1, 2), player(2, 2)}) == 0);
    const auto all_had = [](int number) { return player(number, 0, "", true); };
    CHECK(bye_of({all_had(0), all_had(1), all_had(2)}) == 2);
    CHECK(!bye_of({player(0), player(1)}));
    // The others play.
    CHECK(pairs_of({player(0), player(1), player(2)}) == Pairs{{0, 1}});
    CHECK(pairs_of({player(0), player(1, 0, "", true), player(2, 0, "", true)}) == Pairs{{1, 2}});
    CHECK(bye_of({player(7)}) == 7);
    CHECK(pairs_of({player(7)}).empty());
    CHECK(pairs_of({}).empty());
    CHECK(!bye_of({}));
}

TEST_CASE("a round that cannot be without a repetition is found soon") {
    constexpr int players = 60;
    std::vector<SwissPlayer> many;
    Met met;
    for (int i = 0; i < players; ++i) many.push_back(player(i));
    for (int i = 0; i < players - 1; ++i) met.emplace(i, players - 1);  // the last has met all
    const Pairs pairs = pairs_of(many, met);
    REQUIRE(pairs.size() == players / 2);
    for (int i = 0; i < players / 2; ++i)
        CHECK(pairs[static_cast<std::size_t>(i)] == std::pair{2 * i, 2 * i + 1});
}
