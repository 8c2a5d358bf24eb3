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

TEST_CASE("a game counts for both alike, whichever colour they had") {
    const std::vector<GameResult> results{{0, 1, 2}, {1, 0, 1}, {1, 0, 2}, {0, 1, 1}, {1, 0, 0}};
    const Crosstable cells = make_crosstable(2, results);
    CHECK(cells[0][1] == CrosstableCell{2, 2, 1});
    CHECK(cells[1][0] == CrosstableCell{1, 2, 2});
    CHECK(cells[0][0] == CrosstableCell{});
    CHECK(cells[0][1].games() == 5);
    CHECK(cells[0][1].half_points() == 6);
    const Table table = make_table(2, results, {}, TieBreaks::direct_first);
    CHECK(table[0].player == 0);
    CHECK(table[0].half_points == 6);
    CHECK(table[0].wins == 2);
    CHECK(table[0].draws == 2);
    CHECK(table[0].losses == 1);
    CHECK(table[0].firsts == 2);
    CHECK(table[0].games() == 5);
    CHECK(table[1].half_points == 4);
    CHECK(table[1].firsts == 3);
    // Once for each game; a win counts twice in the Sonneborn-Berger sum, a draw once.
    CHECK(table[0].buchholz == 5 * 4);
    CHECK(table[0].sonneborn_berger == (2 * 2 + 2) * 4);
    CHECK(table[1].sonneborn_berger == (2 + 2) * 6);
    CHECK(table[0].direct == 0);  // not level in points
}

namespace {

// 0 won and lost, 1 drew twice: both have two half points, as many Sonneborn-Berger points, and
// no opponent with as many points.
const std::vector<GameResult> won_and_drawn{{0, 2, 2}, {3, 0, 2}, {2, 3, 1}, {1, 4, 1}, {5, 1, 1}};

}  // namespace

TEST_CASE("direct encounters first: then by Sonneborn-Berger, fewer losses, and the number") {
    const Table table = make_table(6, won_and_drawn, {}, TieBreaks::direct_first);
    CHECK(order(table) == std::vector{3, 1, 0, 2, 4, 5});
    CHECK(table[1].sonneborn_berger == table[2].sonneborn_berger);
    CHECK(table[3].sonneborn_berger == 3);
    CHECK(table[4].sonneborn_berger == 2);
    std::vector<int> ranks;
    for (const TableRow& row : table) ranks.push_back(row.rank);
    CHECK(ranks == std::vector{1, 2, 3, 4, 5, 5});
}

TEST_CASE("Buchholz first: losses do not matter") {
    const Table table = make_table(6, won_and_drawn, {}, TieBreaks::buchholz_first);
    CHECK(order(table) == std::vector{3, 0, 1, 2, 4, 5});
    CHECK(table[1].buchholz == 1 + 3);
    CHECK(table[2].buchholz == 1 + 1);
}

TEST_CASE("Buchholz and Sonneborn-Berger alike: who beat whom") {
    // 1 beat 0, lost to 2, and drew with 4; 0 beat 3 and drew with 5. Byes make the points of the
    // opponents such that the sums are the same.
    const std::vector<GameResult> results{{1, 0, 2}, {2, 1, 2}, {1, 4, 1}, {0, 3, 2}, {5, 0, 1}};
    const std::vector<int> byes{2, 2, 5, 5, 5};
    const Table table = make_table(6, results, byes, TieBreaks::buchholz_first);
    CHECK(order(table) == std::vector{5, 2, 1, 0, 4, 3});
    CHECK(table[0].byes == 3);
    CHECK(table[0].half_points == 7);
    for (const std::size_t row : {2u, 3u}) {
        CHECK(table[row].half_points == 3);
        CHECK(table[row].buchholz == 10);
        CHECK(table[row].sonneborn_berger == 7);
    }
    CHECK(table[2].direct == 2);
    CHECK(table[3].direct == 0);
    CHECK(table[2].rank == 3);
    CHECK(table[3].rank == 4);
}

TEST_CASE("who comes after a shared rank has the rank that they would have without it") {
    const std::vector<int> byes{0, 1};
    const Table table = make_table(3, {}, byes, TieBreaks::direct_first);
    CHECK(table[0].rank == 1);
    CHECK(table[1].rank == 1);
    CHECK(table[2].rank == 3);
    CHECK(make_crosstable(0, {}).empty());
}

TEST_CASE("a forfeited game is lost by both, whatever its points are, and had its colours") {
    const std::vector<GameResult> results{{0, 1, 2, true}, {1, 0, 0, true}};
    const Table table = make_table(2, results, {}, TieBreaks::buchholz_first);
    for (const TableRow& row : table) {
        CHECK(row.half_points == 0);
        CHECK(row.losses == 2);
        CHECK(row.wins == 0);
        CHECK(row.firsts == 1);
        CHECK(row.rank == 1);
    }
}
