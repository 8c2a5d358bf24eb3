// Ratings on an absolute scale.
#include "match/calibration.hpp"

#include <cmath>

#include "support/test.hpp"

using namespace kibitz;
using namespace kibitz::match;

namespace {

// Encounters of two games in which the first player makes so many half points.
void add_encounter(std::vector<ReplayedGame>& games, int first, int second, int half_points) {
    const int encounter = static_cast<int>(games.size()) / 2;
    for (int i = 0; i < 2; ++i) {
        const Color color = i == 0 ? Color::white : Color::black;
        ReplayedGame game;
        game.task = {.number = static_cast<std::int64_t>(games.size()),
                     .encounter = encounter,
                     .game = i,
                     .white = i == 0 ? first : second,
                     .black = i == 0 ? second : first};
        const int points = std::min(half_points, 2);
        half_points -= points;
        game.game.end.ending = Ending::checkmate;
        if (points != 1) game.game.end.winner = points == 2 ? color : ~color;
        games.push_back(std::move(game));
    }
}

}  // namespace

TEST_CASE("distances are measured, the scale is the anchors'") {
    // The second player makes 3 of 4 points against the first, the third against the second.
    std::vector<ReplayedGame> games;
    for (int i = 0; i < 100; ++i) {
        add_encounter(games, 0, 1, 1);
        add_encounter(games, 1, 2, 1);
    }
    const std::vector<std::string> names = {"weak", "middle", "strong"};
    const std::vector<std::optional<double>> known = {std::nullopt, 1000.0, std::nullopt};
    const auto rated = calibrate(standings_of(games, 3, 2), names, known);
    const double step = 400 * std::log10(3.0);
    CHECK(std::abs(rated[0].elo - (1000 - step)) < 1);
    CHECK(std::abs(rated[1].elo - 1000) < 1);
    CHECK(std::abs(rated[2].elo - (1000 + step)) < 1);
    CHECK(rated[0].games == 200);
    CHECK(rated[1].score == 200);
    CHECK(rated[0].margin > 0);

    const std::string table = calibration_table(rated);
    CHECK(table.find("| middle | 1000 |") != std::string::npos);
    CHECK(table.find("weak") < table.find("middle"));
    const std::string chart = calibration_chart(rated);
    CHECK(chart.starts_with("<svg"));
    CHECK(chart.find("class='anchor'") != std::string::npos);
    CHECK(chart.ends_with("</svg>\n"));
}

TEST_CASE("encounters with games missing do not count") {
    std::vector<ReplayedGame> games;
    add_encounter(games, 0, 1, 3);
    add_encounter(games, 1, 0, 2);
    games.pop_back();
    const Standings standings = standings_of(games, 2, 2);
    CHECK(standings.games() == 2);
    CHECK(standings.account(0).games.games() == 2);
}
