// The ratings that are shown are those that were measured: the players' files, the guide's table
// and chart, and the README say the same.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "match/calibration.hpp"
#include "players/player_file.hpp"
#include "support/test.hpp"

using namespace kibitz;

namespace {

std::string text_of(const char* file) {
    std::ifstream in(test::source_dir() / file);
    REQUIRE(in);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<match::CalibratedPlayer> table_of_guide() {
    const std::string guide = text_of("docs/players.md");
    const auto begin = guide.find("| player | rating | 95 % |");
    REQUIRE(begin != std::string::npos);
    const auto table =
        match::read_calibration_table(guide.substr(begin, guide.find("\n\n", begin) - begin));
    REQUIRE_MESSAGE(table.has_value(), (table ? "" : table.error()));
    return *table;
}

// Levels, the true beginners below them, and anchors, weakest first.
std::vector<players::PlayerSettings> rated_players() {
    std::vector<players::PlayerSettings> found;
    for (const char* folder : {"characters", "characters/anchors"})
        for (const auto& entry : std::filesystem::directory_iterator(test::source_dir() / folder)) {
            if (entry.path().extension() != ".toml") continue;
            auto player = players::load_player(entry.path());
            REQUIRE(player.has_value());
            if (player->rating) found.push_back(*std::move(player));
        }
    std::ranges::sort(found, {}, [](const players::PlayerSettings& one) { return *one.rating; });
    return found;
}

}  // namespace

TEST_CASE("files, table and chart have the same ratings, and no target is among them") {
    const auto table = table_of_guide();
    const std::string chart = text_of("docs/images/levels.svg");
    std::size_t measured = 0;
    for (const players::PlayerSettings& player : rated_players()) {
        CAPTURE(player.name);
        const auto row = std::ranges::find(table, player.name, &match::CalibratedPlayer::name);
        if (!player.anchor && !player.rating_interval) {
            CHECK(row == table.end());
            CHECK(chart.find(">" + player.name + "<") == std::string::npos);
            continue;
        }
        ++measured;
        REQUIRE(row != table.end());
        const auto rating = std::lround(row->elo), interval = std::lround(row->margin);
        if (player.anchor) {
            CHECK(row->known == *player.rating);
        } else {
            CHECK(rating == player.rating);
            CHECK(interval == player.rating_interval);
        }
        CHECK(chart.find("<title>" + std::to_string(rating) + " +- " + std::to_string(interval) +
                         "</title>") != std::string::npos);
    }
    CHECK(measured == table.size());
}

TEST_CASE("a higher level is a stronger one") {
    int last = -1000, level = 0;
    for (const players::PlayerSettings& player : rated_players()) {
        if (player.anchor) continue;
        CAPTURE(player.name);
        CHECK(*player.rating > last);
        last = *player.rating;
        if (player.name.starts_with("Level "))
            CHECK(player.name == "Level " + std::to_string(++level));
    }
    CHECK(level > 0);
}

TEST_CASE("the README says from where to where the ratings reach") {
    const auto players = rated_players();
    int lowest = 10'000, highest = 0;
    for (const players::PlayerSettings& player : players) {
        if (player.anchor) continue;
        lowest = std::min(lowest, *player.rating);
        highest = std::max(highest, *player.rating);
    }
    const auto rounded = [](int rating) {
        constexpr double step = 10;
        return std::to_string(static_cast<int>(step * std::round(rating / step)));
    };
    const std::string sentence =
        "from about " + rounded(lowest) + " to " + rounded(highest) + " points";
    CHECK_MESSAGE(text_of("README.md").find(sentence) != std::string::npos, sentence);
}
