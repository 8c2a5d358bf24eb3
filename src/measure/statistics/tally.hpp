// Counts of results: of single games, and of pairs of games on one opening with colours swapped.
#pragma once

#include <array>
#include <cstdint>

namespace kibitz::statistics {

struct WinDrawLoss {
    std::int64_t wins = 0, draws = 0, losses = 0;

    [[nodiscard]] std::int64_t games() const { return wins + draws + losses; }
    void add(int half_points) { ++(half_points == 2 ? wins : half_points == 1 ? draws : losses); }
    bool operator==(const WinDrawLoss&) const = default;
};

// Pairs by the points a player made in them: 0, 1/2, 1, 1 1/2, 2. The two games of a pair are not
// independent (an opening may favour a colour), pairs are: so they are the unit of statistics.
// https://www.chessprogramming.org/Match_Statistics
struct PairCounts {
    std::array<std::int64_t, 5> of{};

    [[nodiscard]] std::int64_t pairs() const { return of[0] + of[1] + of[2] + of[3] + of[4]; }
    void add(int half_points) { ++of[static_cast<std::size_t>(half_points)]; }
    bool operator==(const PairCounts&) const = default;
};

// A player's results against another (or all others).
struct Tally {
    WinDrawLoss games;  // all, also those whose pair is not complete
    PairCounts pairs;   // complete ones
    bool operator==(const Tally&) const = default;
};

}  // namespace kibitz::statistics
