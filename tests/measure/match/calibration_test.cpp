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
    const auto read = read_calibration_table("Before it.\n\n" + table + "\nBehind it.\n");
    REQUIRE(read.has_value());
    REQUIRE(read->size() == rated.size());
    CHECK((*read)[1].name == "middle");
    CHECK((*read)[1].known == 1000.0);
    CHECK_FALSE((*read)[0].known.has_value());
    for (std::size_t i = 0; i < rated.size(); ++i) {
        CHECK((*read)[i].elo == doctest::Approx(rated[i].elo).epsilon(0.001));
        CHECK((*read)[i].margin == doctest::Approx(rated[i].margin).epsilon(0.05));
        CHECK((*read)[i].games == rated[i].games);
        CHECK((*read)[i].score == doctest::Approx(rated[i].score).epsilon(0.001));
    }
    const std::string chart = calibration_chart(rated);
    CHECK(chart.starts_with("<svg"));
    CHECK(chart.find("class=\"dot second\"") != std::string::npos);
    CHECK(chart.ends_with("</svg>\n"));
}

TEST_CASE("anchors are as strong as they are known to be") {
    // The player is even with both anchors, which are known to be 400 points apart.
    std::vector<ReplayedGame> games;
    for (int i = 0; i < 100; ++i) {
        add_encounter(games, 0, 1, 2);
        add_encounter(games, 1, 2, 2);
    }
    const std::vector<std::string> names = {"weak anchor", "player", "strong anchor"};
    const std::vector<std::optional<double>> known = {1000.0, std::nullopt, 1400.0};
    const auto rated = calibrate(standings_of(games, 3, 2), names, known);
    CHECK(rated[1].elo == doctest::Approx(1200).epsilon(0.001));
    // What these games say of the anchors shows that what is known of them does not fit.
    CHECK(rated[0].elo == doctest::Approx(1200).epsilon(0.001));
    CHECK(rated[2].elo == doctest::Approx(1200).epsilon(0.001));

    // Whatever they make against each other says nothing of the player.
    for (int i = 0; i < 50; ++i) add_encounter(games, 0, 2, 4);
    const auto same = calibrate(standings_of(games, 3, 2), names, known);
    CHECK(same[1].elo == doctest::Approx(rated[1].elo));
    CHECK(same[0].elo == doctest::Approx(rated[0].elo));
    CHECK(same[0].games == 300);

    // 3 of 4 points against the weaker one, 1 of 4 against the stronger one: all fits.
    games.clear();
    for (int i = 0; i < 200; ++i) {
        add_encounter(games, 1, 0, 3);
        add_encounter(games, 1, 2, 1);
    }
    const double step = 400 * std::log10(3.0);
    const auto fits =
        calibrate(standings_of(games, 3, 2), names,
                  std::vector<std::optional<double>>{1000.0, std::nullopt, 1000 + 2 * step});
    for (std::size_t i = 0; i < fits.size(); ++i)
        CHECK(std::abs(fits[i].elo - (1000 + static_cast<double>(i) * step)) < 1);
}

TEST_CASE("an earlier measurement counts as much as its interval allows") {
    // The earlier one has another zero point and is twice as sure.
    const std::vector<CalibratedPlayer> now = {
        {.name = "anchor", .known = 1000, .elo = 1000, .margin = 40, .games = 10, .score = 5},
        {.name = "weak", .elo = 800, .margin = 40, .games = 10, .score = 2},
        {.name = "new", .elo = 900, .margin = 50, .games = 10, .score = 4}};
    const std::vector<CalibratedPlayer> earlier = {
        {.name = "weak", .elo = 400, .margin = 20, .games = 40, .score = 10},
        {.name = "gone", .elo = 0, .margin = 20, .games = 40, .score = 10},
        {.name = "anchor", .known = 1000, .elo = 700, .margin = 20, .games = 40, .score = 30}};
    const auto both = with_earlier(now, earlier);
    REQUIRE(both.size() == now.size());
    CHECK(both[0].elo == doctest::Approx(1000));
    // 200 points below the anchor now, 300 before.
    CHECK(both[1].elo == doctest::Approx(1000 - 280));
    CHECK(both[1].margin == doctest::Approx(40 / std::sqrt(5.0)));
    CHECK(both[1].games == 50);
    CHECK(both[1].score == 12);
    CHECK(both[2].margin == 50);
    CHECK(both[2].games == 10);
}

TEST_CASE("who has not played since keeps the earlier rating, on the scale of the anchors") {
    const std::vector<CalibratedPlayer> now = {
        {.name = "anchor", .known = 1000, .elo = 0, .margin = 2000, .games = 0, .score = 0},
        {.name = "weak", .elo = 0, .margin = 2000, .games = 0, .score = 0}};
    const std::vector<CalibratedPlayer> earlier = {
        {.name = "weak", .elo = 400, .margin = 20, .games = 40, .score = 10},
        {.name = "anchor", .known = 1000, .elo = 700, .margin = 20, .games = 40, .score = 30}};
    const auto both = with_earlier(now, earlier);
    REQUIRE(both.size() == now.size());
    CHECK(both[0].elo == doctest::Approx(1000));
    CHECK(both[1].elo == doctest::Approx(700));
    CHECK(both[1].margin == doctest::Approx(20));
    CHECK(both[1].games == 40);
}

TEST_CASE("a table that is none or is broken is refused") {
    CHECK_FALSE(read_calibration_table("no table").has_value());
    const auto broken = read_calibration_table("| Anna | 12 | 200 | +3 | 16 | 50.0 % |  |\n");
    REQUIRE_FALSE(broken.has_value());
    CHECK(broken.error().find("| Anna | 12 | 200") != std::string::npos);
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
