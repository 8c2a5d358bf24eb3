#include "match/pairing_results.hpp"

#include <cmath>

#include "chess/random.hpp"
#include "statistics/strength.hpp"
#include "support/test.hpp"

using namespace kibitz::match;
using kibitz::statistics::expected_score;

TEST_CASE("95% intervals hold the truth in 95% of tournaments, with many draws as well") {
    constexpr int players = 5, tournaments = 400, pairs = 60;
    const double truth[players] = {80, 30, 0, -40, -70};
    constexpr double draws = 0.5;
    kibitz::SplitMix random(5);
    int inside = 0;
    for (int tournament = 0; tournament < tournaments; ++tournament) {
        Standings standings(players);
        int number = 0;
        for (int a = 0; a < players; ++a)
            for (int b = a + 1; b < players; ++b)
                for (int pair = 0; pair < pairs; ++pair) {
                    const Encounter encounter{.number = number++, .first = a, .second = b};
                    std::vector<GameSummary> games;
                    for (int game = 0; game < 2; ++game) {
                        const double score = expected_score(truth[a] - truth[b]);
                        const double win = score - draws / 2, x = random.uniform();
                        GameSummary summary{.task = task_of(encounter, game)};
                        summary.end.ending = Ending::checkmate;
                        const bool a_is_white = game == 0;
                        if (x < win)
                            summary.end.winner =
                                a_is_white ? kibitz::Color::white : kibitz::Color::black;
                        else if (x > win + draws)
                            summary.end.winner =
                                a_is_white ? kibitz::Color::black : kibitz::Color::white;
                        games.push_back(summary);
                    }
                    standings.add(encounter, games);
                }
        const auto ratings = bradley_terry(players, pairing_results(standings));
        for (std::size_t i = 0; i < players; ++i)
            if (std::abs(ratings[i].elo - truth[i]) <= ratings[i].margin) ++inside;
    }
    const double share = static_cast<double>(inside) / (players * tournaments);
    MESSAGE("inside: " << share);
    CHECK(share > 0.93);
    CHECK(share < 0.97);
}
