// Strength from results: Elo and normalised Elo with intervals, and likelihood of superiority.
//
// Formulas: https://www.chessprogramming.org/Match_Statistics and M. Van den Bergh, "Normalized
// Elo" and "A practical introduction to normalized Elo" (https://www.cantate.be/Fishtest).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "statistics/tally.hpp"

namespace kibitz::statistics {

// The expected score 0..1 of a player that is stronger by so many Elo: 1 / (1 + 10^(-elo/400)).
double expected_score(double elo);
// The inverse; infinite for 0 and 1.
double elo_of_score(double score);

// Standard normal distribution: P(X <= x).
double normal_cdf(double x);

// Normalised Elo of one standard deviation per game: 800 / ln 10, which makes it equal to Elo for
// small differences without draws.
inline constexpr double normalized_elo_per_sigma = 347.43558552260146;

// Independent units of one (single games) or two games (pairs), counted by their score, which goes
// in equal steps from 0 to 1.
struct Sample {
    std::array<double, 5> count{};
    int cells = 5;  // 3 for single games, 5 for pairs
    int games_per_unit = 2;

    [[nodiscard]] double score_of(int cell) const {
        return static_cast<double>(cell) / (cells - 1);
    }
    [[nodiscard]] double units() const;
};
Sample sample_of(const WinDrawLoss& games);
Sample sample_of(const PairCounts& pairs);
// Its pairs; its single games where no pair is complete.
Sample sample_of(const Tally& tally);

struct UnitMoments {
    double mean;      // score 0..1
    double variance;  // of one unit
};
UnitMoments moments(const Sample& sample);

struct Estimate {
    double value;
    double low, high;  // the ends of the 95% interval
    [[nodiscard]] double margin() const { return (high - low) / 2; }
};

struct Strength {
    double score;             // 0..1
    Estimate elo;             // logistic; interval from the scores' normal distribution
    Estimate normalized_elo;  // interval with the standard deviation taken as known
    double superiority;       // probability of being the stronger one
};
// Returns nothing without games. All units alike (no variance): the interval is the value itself
// and normalised Elo is 0 or infinite.
std::optional<Strength> strength(const Sample& sample);

// The share of pairs that ended 1-1, and the pairs won to one lost (infinite without losses).
double draw_ratio(const PairCounts& pairs);
double pair_ratio(const PairCounts& pairs);

}  // namespace kibitz::statistics
