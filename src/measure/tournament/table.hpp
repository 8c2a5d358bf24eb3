// The table of a tournament: points, tie-breaks, and the points of each player against each.
#pragma once

#include <span>
#include <vector>

namespace kibitz::tournament {

struct GameResult {
    int first = 0, second = 0;  // players; the first had the first colour
    int first_half_points = 0;  // 0, 1 or 2
    // Neither played: lost by both, whatever the points are.
    bool is_forfeited = false;
};

// A player made this against one other.
struct CrosstableCell {
    int wins = 0, draws = 0, losses = 0;
    [[nodiscard]] int games() const { return wins + draws + losses; }
    [[nodiscard]] int half_points() const { return 2 * wins + draws; }
    bool operator==(const CrosstableCell&) const = default;
};

struct TableRow {
    int player = 0;
    int rank = 0;         // from 1; the same for those that no tie-break parts
    int half_points = 0;  // byes included
    int wins = 0, draws = 0, losses = 0, byes = 0;
    int firsts = 0;  // games with the first colour
    // Points of all opponents, once for each game, in half points.
    int buchholz = 0;
    // Points of opponents beaten and half those drawn with, in quarter points.
    int sonneborn_berger = 0;
    // Half points in the games between those that are level in points.
    int direct = 0;

    [[nodiscard]] int games() const { return wins + draws + losses; }
};

// Which tie-breaks decide, in their order; then fewer losses, then the number of the player.
enum class TieBreaks : unsigned char {
    direct_first,    // direct encounter, Sonneborn-Berger: everybody plays everybody
    buchholz_first,  // Buchholz, Sonneborn-Berger, direct encounter: opponents differ
};

// The best first.
using Table = std::vector<TableRow>;

// The places are players and not ranks: [a][b] is what a made against b. It has the players' number
// squared of cells: for few of them.
using Crosstable = std::vector<std::vector<CrosstableCell>>;
Crosstable make_crosstable(int players, std::span<const GameResult> results);

// A bye is worth a win. Takes time by the number of results.
Table make_table(int players, std::span<const GameResult> results, std::span<const int> byes,
                 TieBreaks tie_breaks);

}  // namespace kibitz::tournament
