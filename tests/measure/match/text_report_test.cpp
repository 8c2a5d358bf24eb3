// What a match says on the terminal.
#include "match/text_report.hpp"

#include "support/test.hpp"

using namespace kibitz;
using namespace kibitz::match;

namespace {

// Encounters of two games, each with so many half points for the first player.
std::string status_after(std::initializer_list<int> encounters) {
    MatchSettings settings;
    settings.players.resize(2);
    Standings standings(2);
    int number = 0;
    for (const int half_points : encounters) {
        std::vector<GameSummary> games(2);
        int left = half_points;
        for (int i = 0; i < 2; ++i) {
            const int points = std::min(left, 2);
            left -= points;
            const Color color = i == 0 ? Color::white : Color::black;
            games[static_cast<std::size_t>(i)].task = {
                .encounter = number, .game = i, .white = i, .black = 1 - i};
            games[static_cast<std::size_t>(i)].end.ending = Ending::checkmate;
            if (points != 1)
                games[static_cast<std::size_t>(i)].end.winner = points == 2 ? color : ~color;
        }
        standings.add({.number = number++, .first = 0, .second = 1}, games);
    }
    return status_text({.settings = settings, .standings = standings});
}

bool contains(const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("an unbounded difference is described in words") {
    const std::string won = status_after({4, 4, 4});
    CHECK(contains(won, "Elo boundless"));
    CHECK_FALSE(contains(won, "inf"));
    CHECK_FALSE(contains(won, "nan"));
    CHECK(contains(status_after({0, 0}), "Elo boundless below"));
    // The interval's upper end is beyond a score of 100 %.
    const std::string nearly = status_after({4, 4, 3});
    CHECK(contains(nearly, "no limit]"));
    CHECK_FALSE(contains(nearly, "nan"));
    CHECK(contains(status_after({3, 1, 2, 3, 1, 2}), "Elo 0.0 +- "));
    CHECK(contains(status_after({2, 2}), "Elo 0.0 +- 0.0"));  // no minus sign
}
