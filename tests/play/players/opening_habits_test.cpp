// What people of a rating open with, and that the levels open like them.
#include "players/people/opening_habits.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "chess/outcome.hpp"
#include "chess/san.hpp"
#include "platform/core_paths.hpp"
#include "players/human/decision.hpp"
#include "players/human/repertoire.hpp"
#include "players/level_files.hpp"
#include "players/levels.hpp"
#include "support/test.hpp"

using namespace kibitz;
using namespace kibitz::players;

namespace {

constexpr const char* small_table =
    "# a remark\n"
    "e4 10 20 30 40 50 60 70 80\n"
    " e5 5 10 20 30 40 50 60 70\n"
    "  Nf3 0 0 0 20 0 0 0 0\n"
    "Nf3 10 0 10 20 30 40 50 60\n"
    " Nf6 5 0 0 0 30 0 0 0\n";

// In percent, how often each first move, or each answer to the moves given, is played in so many
// games by a level.
std::map<std::string, double> shares(const HumanSettings& level,
                                     std::initializer_list<const char*> before) {
    Line line;
    for (const char* san : before) line.play(parse_san(line.position(), san).value());
    Analyst analyst(default_core_path());
    std::map<std::string, double> found;
    constexpr int games = 1000;
    for (std::uint64_t game = 1; game <= games; ++game) {
        const auto decision = decide(scene_of(line, game), level, {}, analyst);
        REQUIRE(decision.has_value());
        found[to_san(line.position(), decision->move)] += 100.0 / games;
    }
    return found;
}

// How people at lichess play, in percent, from 59,504 games less the moves of those whose archives
// they are from.
struct Human {
    int rating;
    std::map<std::string, double> first, after_e4, after_d4;
};
const Human people[] = {
    {900,
     {{"e4", 61}, {"d4", 20}, {"e3", 5}, {"Nf3", 3}, {"c4", 2}},
     {{"e5", 59}, {"d5", 10}, {"e6", 7}, {"c5", 7}, {"Nf6", 5}},
     {{"d5", 54}, {"e6", 10}, {"e5", 8}, {"Nf6", 8}, {"Nc6", 6}}},
    {1500,
     {{"e4", 67}, {"d4", 21}, {"c4", 3}, {"Nf3", 2}},
     {{"e5", 51}, {"c5", 16}, {"e6", 10}, {"d5", 8}, {"c6", 4}},
     {{"d5", 51}, {"Nf6", 18}, {"e6", 11}, {"d6", 4}, {"c6", 3}}},
    {1900,
     {{"e4", 57}, {"d4", 29}, {"Nf3", 5}, {"c4", 3}},
     {{"e5", 30}, {"c5", 29}, {"e6", 14}, {"d5", 8}, {"c6", 7}},
     {{"d5", 37}, {"Nf6", 31}, {"e6", 11}, {"g6", 4}, {"c6", 4}}},
};

void check_near(const std::map<std::string, double>& found,
                const std::map<std::string, double>& human) {
    constexpr double points = 5;
    for (const auto& [san, share] : human) {
        CAPTURE(san);
        const auto at = found.find(san);
        CHECK(std::abs((at == found.end() ? 0 : at->second) - share) <= points);
    }
}

}  // namespace

TEST_CASE("A table of openings is read, and found by position") {
    const auto habits = OpeningHabits::parse(small_table);
    REQUIRE(habits.has_value());
    const Position& start = Position::initial();
    const auto moves = habits->moves(start, 900);
    REQUIRE(moves.size() == 2);
    CHECK(moves[0].weight == doctest::Approx(10));
    CHECK(moves[1].weight == doctest::Approx(10));
    // Between the bands around 1100 (all e4) and 1300 (three to one).
    const auto between = habits->moves(start, 1200);
    CHECK(to_san(start, between[0].move) == "e4");
    CHECK(between[0].weight / (between[0].weight + between[1].weight) == doctest::Approx(0.875));
    CHECK(habits->moves(start, 5000)[0].weight == doctest::Approx(80));
    // Hardly anybody got there.
    Position after = start;
    after.play(parse_san(after, "Nf3").value());
    CHECK(habits->moves(after, 900).empty());
    CHECK(habits->moves(after, 1700).size() == 1);
}

TEST_CASE("A table that is wrong is refused with its line") {
    CHECK(OpeningHabits::parse("e4 1 2 3 4 5 6 7\n").error() ==
          "line 1: a number for each rating is wanted");
    CHECK(OpeningHabits::parse("e4 1 2 3 4 5 6 7 8 9\n").error() ==
          "line 1: a number for each rating is wanted");
    CHECK(OpeningHabits::parse("#\ne5 1 2 3 4 5 6 7 8\n").error() == "line 2: no legal move");
    CHECK(OpeningHabits::parse("e4 1 2 3 4 5 6 7 8\n  e5 1 2 3 4 5 6 7 8\n").error() ==
          "line 2: it is further in than the move it answers");
}

TEST_CASE("The bands of ratings") {
    CHECK(opening_band(400) == 0);
    CHECK(opening_band(999) == 0);
    CHECK(opening_band(1000) == 1);
    CHECK(opening_band(1399) == 2);
    CHECK(opening_band(2199) == 6);
    CHECK(opening_band(2200) == 7);
    CHECK(opening_band(3000) == 7);
}

TEST_CASE("The levels open as often as people of their rating with each move") {
    const auto all = levels();
    for (const PlayerSettings& level : all)
        CHECK(std::get<HumanSettings>(level.kind).people.rating > 0);
    for (const Human& human : people) {
        CAPTURE(human.rating);
        HumanSettings level = std::get<HumanSettings>(all.front().kind);
        level.people.rating = human.rating;
        check_near(shares(level, {}), human.first);
        check_near(shares(level, {"e4"}), human.after_e4);
        check_near(shares(level, {"d4"}), human.after_d4);
    }
}

TEST_CASE("A repertoire changes how often a player opens with each move") {
    HumanSettings player;
    player.people.rating = 1500;
    Analyst analyst(default_core_path());
    constexpr std::uint64_t games = 200;
    const auto plays = [&](const Line& line, const char* san) {
        int times = 0;
        for (std::uint64_t game = 1; game <= games; ++game)
            times += decide(scene_of(line, game), player, {}, analyst)->move ==
                             parse_san(line.position(), san).value()
                         ? 1
                         : 0;
        return times;
    };
    const Line start;
    Line after_e4;
    after_e4.play(parse_san(after_e4.position(), "e4").value());
    player.repertoire.e4 = 0;
    CHECK(plays(start, "e4") == 0);
    player.repertoire = {.f4 = 1000};
    CHECK(plays(start, "f4") > 150);
    player.repertoire = {.e4_c6 = 1000};
    CHECK(plays(after_e4, "c6") > 150);

    // The King's Gambit, played by one person in thirty or so.
    Line open = after_e4;
    open.play(parse_san(open.position(), "e5").value());
    player.repertoire = {};
    CHECK(plays(open, "f4") < 40);
    player.repertoire = {.gambits = 100};
    CHECK(plays(open, "f4") > 120);
    const auto offers = [](const Line& line, const char* san) {
        return offers_material(line.position(), parse_san(line.position(), san).value());
    };
    CHECK(offers(open, "f4"));
    CHECK_FALSE(offers(open, "Nf3"));
}

TEST_CASE("The gambiteer plays a gambit in most openings in which people play some") {
    const auto gambiteer = std::get<HumanSettings>(test::load_character("gambiteer").kind);
    HumanSettings person;
    person.people.rating = gambiteer.people.rating;
    Analyst analyst(default_core_path());
    const auto offers_some = [&](const Position& position) {
        return std::ranges::any_of(
            built_in_opening_habits().moves(position, gambiteer.people.rating),
            [&](const OpeningMove& one) { return offers_material(position, one.move); });
    };
    int openings = 0, with_gambit = 0;
    constexpr std::uint64_t games = 200;
    for (std::uint64_t game = 1; game <= games; ++game) {
        const Color side = game % 2 == 0 ? Color::white : Color::black;
        Line line;
        bool could = false, did = false;
        while (!built_in_opening_habits().moves(line.position(), gambiteer.people.rating).empty()) {
            const Position& position = line.position();
            const bool is_its_turn = position.side_to_move() == side;
            const Move move =
                decide(scene_of(line, game), is_its_turn ? gambiteer : person, {}, analyst)->move;
            if (is_its_turn && offers_some(position)) {
                could = true;
                did = did || offers_material(position, move);
            }
            line.play(move);
        }
        openings += could ? 1 : 0;
        with_gambit += did ? 1 : 0;
    }
    CAPTURE(openings);
    CAPTURE(with_gambit);
    CHECK(openings > 100);
    CHECK(with_gambit * 10 >= openings * 6);
}

TEST_CASE("Players with other settings play other moves in the same game") {
    const auto all = levels();
    Analyst analyst(default_core_path());
    Line line;
    line.play(parse_san(line.position(), "e4").value());
    int alike = 0;
    constexpr int games = 200;
    for (std::uint64_t game = 1; game <= games; ++game) {
        const auto move = [&](std::size_t level) {
            return decide(scene_of(line, game), std::get<HumanSettings>(all[level].kind), {},
                          analyst)
                ->move;
        };
        alike += move(0) == move(2) ? 1 : 0;
    }
    // By chance about four in ten: the shares' products added up.
    CHECK(alike < games * 55 / 100);
    CHECK(alike > games * 20 / 100);
}
