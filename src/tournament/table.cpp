#include "tournament/table.hpp"

#include <algorithm>
#include <array>

namespace kibitz::tournament {

namespace {

constexpr int win = 2;  // half points

std::size_t at(int player) { return static_cast<std::size_t>(player); }

void count_games(Table& table, std::span<const GameResult> results) {
    for (const GameResult& result : results) {
        const std::array<int, 2> players{result.first, result.second};
        const std::array<int, 2> points{result.first_half_points, win - result.first_half_points};
        for (const std::size_t side : {0, 1}) {
            TableRow& row = table.rows[at(players[side])];
            CrosstableCell& cell = table.crosstable[at(players[side])][at(players[1 - side])];
            ++(points[side] == win ? row.wins : points[side] == 1 ? row.draws : row.losses);
            ++(points[side] == win ? cell.wins : points[side] == 1 ? cell.draws : cell.losses);
            row.half_points += points[side];
        }
        ++table.rows[at(result.first)].firsts;
    }
}

void count_tie_breaks(Table& table) {
    for (TableRow& row : table.rows) {
        const auto& cells = table.crosstable[at(row.player)];
        for (const TableRow& other : table.rows) {
            const CrosstableCell& cell = cells[at(other.player)];
            row.buchholz += cell.games() * other.half_points;
            row.sonneborn_berger += cell.half_points() * other.half_points;
            if (row.half_points == other.half_points) row.direct += cell.half_points();
        }
    }
}

}  // namespace

Table make_table(int players, std::span<const GameResult> results, std::span<const int> byes,
                 TieBreaks tie_breaks) {
    Table table{std::vector<TableRow>(at(players)),
                std::vector(at(players), std::vector<CrosstableCell>(at(players)))};
    for (int player = 0; player < players; ++player) table.rows[at(player)].player = player;
    count_games(table, results);
    for (const int player : byes) {
        ++table.rows[at(player)].byes;
        table.rows[at(player)].half_points += win;
    }
    count_tie_breaks(table);

    const auto merit = [tie_breaks](const TableRow& row) {
        return tie_breaks == TieBreaks::direct_first
                   ? std::array{row.half_points, row.direct, row.sonneborn_berger, -row.losses}
                   : std::array{row.half_points, row.buchholz, row.sonneborn_berger, row.direct};
    };
    std::ranges::sort(table.rows, [&](const TableRow& a, const TableRow& b) {
        return merit(a) != merit(b) ? merit(a) > merit(b) : a.player < b.player;
    });
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
        const bool level = i > 0 && merit(table.rows[i]) == merit(table.rows[i - 1]);
        table.rows[i].rank = level ? table.rows[i - 1].rank : static_cast<int>(i) + 1;
    }
    return table;
}

}  // namespace kibitz::tournament
