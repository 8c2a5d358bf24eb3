#include "tournament/table.hpp"

#include "support/test.hpp"

using namespace kibitz::tournament;

namespace {

std::vector<int> order(const Table& table) {
    std::vector<int> players;
    for (const TableRow& row : table) players.push_back(row.player);
    return players;
}

}  // namespace

TEST_CASE("points, crosstable and colours") {
    const std::vector<GameResult> results{{0, 1, 2}, {1, 2, 1}, {2, 0, 2}, {0, 1, 0}};
    const Table table = make_table(3, results, {}, TieBreaks::direct_first);
    CHECK(order(table) == std::vector{2, 1, 0});
    CHECK(table[0].half_points == 3);
    CHECK(table[1].half_points == 3);
    CHECK(table[2].losses == 2);
    CHECK(table[2].firsts == 2);
    const Crosstable cells = make_crosstable(3, results);
    CHECK(cells[0][1] == CrosstableCell{1, 0, 1});
    CHECK(cells[2][0] == CrosstableCell{1, 0, 0});
}

TEST_CASE("level on points: who beat whom, then whose opponents were better") {
    // 0 and 1 have two points each; 1 beat 0.
    const std::vector<GameResult> results{{0, 2, 2}, {0, 3, 2}, {1, 0, 2}, {1, 2, 2}, {3, 1, 2}};
    const Table direct = make_table(4, results, {}, TieBreaks::direct_first);
    CHECK(order(direct) == std::vector{1, 0, 3, 2});
    CHECK(direct[0].direct == 2);
    CHECK(direct[0].sonneborn_berger == 2 * 4 + 2 * 0);
    // Of the same number of games: 0 met 2, 3 and 1, with 0 + 1 + 2 points.
    CHECK(direct[1].buchholz == 0 + 2 + 4);
    CHECK(direct[1].sonneborn_berger == 2 * 0 + 2 * 2);
}

TEST_CASE("Buchholz first where opponents differ") {
    // 0 and 1 won one game each, 0 against the better opponent.
    const std::vector<GameResult> results{{0, 2, 2}, {1, 3, 2}, {2, 3, 2}};
    const Table table = make_table(4, results, {}, TieBreaks::buchholz_first);
    CHECK(order(table) == std::vector{0, 2, 1, 3});
    CHECK(table[0].buchholz == 2);
    CHECK(table[1].buchholz == 2);  // 0 and 3
}

TEST_CASE("byes are worth a win; what nothing parts shares a rank") {
    const std::vector<int> byes{2};
    const Table table = make_table(3, {}, byes, TieBreaks::buchholz_first);
    CHECK(order(table) == std::vector{2, 0, 1});
    CHECK(table[0].half_points == 2);
    CHECK(table[0].games() == 0);
    CHECK(table[1].rank == 2);
    CHECK(table[2].rank == 2);
    CHECK(make_table(0, {}, {}, TieBreaks::direct_first).empty());
}

TEST_CASE("a game that neither came to is lost by both") {
    const std::vector<GameResult> results{{0, 1, 1, true}, {2, 0, 2}};
    const Table table = make_table(3, results, {}, TieBreaks::direct_first);
    CHECK(order(table) == std::vector{2, 1, 0});
    for (const TableRow& row : table) CHECK(row.draws == 0);
    CHECK(table[1].half_points == 0);
    CHECK(table[1].losses == 1);
    CHECK(table[2].losses == 2);
    CHECK(make_crosstable(3, results)[0][1] == CrosstableCell{0, 0, 1});
}
