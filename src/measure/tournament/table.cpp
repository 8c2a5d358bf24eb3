#include "tournament/table.hpp"

#include <algorithm>
#include <array>

namespace kibitz::tournament {

namespace {

constexpr int win = 2;  // half points

std::size_t at(int player) { return static_cast<std::size_t>(player); }

// What each of the two made of it.
std::array<int, 2> half_points(const GameResult& result) {
    if (result.is_forfeited) return {0, 0};
    return {result.first_half_points, win - result.first_half_points};
}

// Into a row of the table or a cell of the crosstable.
template <class Tally>
void count(Tally& tally, int points) {
    ++(points == win ? tally.wins : points == 1 ? tally.draws : tally.losses);
}

// Calls what is to be done with each player, the opponent, and the points made.
template <class Visit>
void for_both(std::span<const GameResult> results, Visit visit) {
    for (const GameResult& result : results) {
        const auto points = half_points(result);
        visit(result.first, result.second, points[0]);
        visit(result.second, result.first, points[1]);
    }
}

void count_games(Table& rows, std::span<const GameResult> results) {
    for_both(results, [&](int player, int, int points) {
        count(rows[at(player)], points);
        rows[at(player)].half_points += points;
    });
    for (const GameResult& result : results) ++rows[at(result.first)].firsts;
}

void count_tie_breaks(Table& rows, std::span<const GameResult> results) {
    for_both(results, [&](int player, int opponent, int points) {
        TableRow& row = rows[at(player)];
        const int opponents = rows[at(opponent)].half_points;
        row.buchholz += opponents;
        row.sonneborn_berger += points * opponents;
        if (row.half_points == opponents) row.direct += points;
    });
}

}  // namespace

Crosstable make_crosstable(int players, std::span<const GameResult> results) {
    Crosstable cells(at(players), std::vector<CrosstableCell>(at(players)));
    for_both(results, [&](int player, int opponent, int points) {
        count(cells[at(player)][at(opponent)], points);
    });
    return cells;
}

Table make_table(int players, std::span<const GameResult> results, std::span<const int> byes,
                 TieBreaks tie_breaks) {
    Table rows(at(players));
    for (int player = 0; player < players; ++player) rows[at(player)].player = player;
    count_games(rows, results);
    for (const int player : byes) {
        ++rows[at(player)].byes;
        rows[at(player)].half_points += win;
    }
    count_tie_breaks(rows, results);

    const auto merit = [tie_breaks](const TableRow& row) {
        return tie_breaks == TieBreaks::direct_first
                   ? std::array{row.half_points, row.direct, row.sonneborn_berger, -row.losses}
                   : std::array{row.half_points, row.buchholz, row.sonneborn_berger, row.direct};
    };
    std::ranges::sort(rows, [&](const TableRow& a, const TableRow& b) {
        return merit(a) != merit(b) ? merit(a) > merit(b) : a.player < b.player;
    });
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const bool level = i > 0 && merit(rows[i]) == merit(rows[i - 1]);
        rows[i].rank = level ? rows[i - 1].rank : static_cast<int>(i) + 1;
    }
    return rows;
}

}  // namespace kibitz::tournament
