#include "tournament/round_robin.hpp"

#include <algorithm>
#include <cstdlib>
#include <set>

#include "support/test.hpp"

using namespace kibitz::tournament;

TEST_CASE("Berger's table for four") {
    const std::vector<std::vector<std::pair<int, int>>> four{
        {{0, 3}, {1, 2}}, {{3, 2}, {0, 1}}, {{1, 3}, {2, 0}}};
    CHECK(berger_rounds(4) == four);
}

TEST_CASE("Berger's tables for five and six") {
    using Rounds = std::vector<std::vector<std::pair<int, int>>>;
    CHECK(berger_rounds(6) == Rounds{{{0, 5}, {1, 4}, {2, 3}},
                                     {{5, 3}, {4, 2}, {0, 1}},
                                     {{1, 5}, {2, 0}, {3, 4}},
                                     {{5, 4}, {0, 3}, {1, 2}},
                                     {{2, 5}, {3, 1}, {4, 0}}});
    // Who would meet the sixth sits out.
    CHECK(berger_rounds(5) == Rounds{{{1, 4}, {2, 3}},
                                     {{4, 2}, {0, 1}},
                                     {{2, 0}, {3, 4}},
                                     {{0, 3}, {1, 2}},
                                     {{3, 1}, {4, 0}}});
    CHECK(berger_rounds(2) == Rounds{{{0, 1}}});
}

TEST_CASE("everybody meets everybody once, plays once a round, and colours are even") {
    for (int players = 2; players <= 21; ++players) {
        CAPTURE(players);
        std::set<std::pair<int, int>> met;
        std::vector<int> firsts(static_cast<std::size_t>(players)), games = firsts;
        for (const auto& round : berger_rounds(players)) {
            std::set<int> busy;
            for (const auto& [first, second] : round) {
                CHECK(met.insert(std::minmax(first, second)).second);
                CHECK(busy.insert(first).second);
                CHECK(busy.insert(second).second);
                ++firsts[static_cast<std::size_t>(first)];
                ++games[static_cast<std::size_t>(first)];
                ++games[static_cast<std::size_t>(second)];
            }
            CHECK(static_cast<int>(round.size()) == players / 2);
        }
        CHECK(static_cast<int>(met.size()) == players * (players - 1) / 2);
        for (std::size_t i = 0; i < firsts.size(); ++i)
            CHECK(std::abs(2 * firsts[i] - games[i]) <= 1);
    }
    CHECK(berger_rounds(1).empty());
    CHECK(berger_rounds(0).empty());
}
