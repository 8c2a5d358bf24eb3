// Ratings of many players from all their results at once.
//
// Bradley and Terry (1952): the expected score is 1 / (1 + 10^(-difference/400)), a draw is half a
// point. The most likely ratings are found by Newton's method. Their errors come from the
// curvature there, scaled by how much the results really scatter (quasi-likelihood, McCullagh and
// Nelder 1989, chapter 9): draws and pairs of games on one opening make them scatter less than
// coin tosses with the same odds.
//
// The time is that of a few hundred walks over the results, and for the intervals that of the cube
// of the number of players, up to most_exact_players.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace kibitz::statistics {

// All that two players made against each other.
struct PairingResult {
    int first = 0, second = 0;
    double games = 0;
    double score = 0;  // the first player's points
    // The points of all these games vary so, as far as can be told from them; 0 if it cannot.
    double observed_variance = 0;
    // What the first player has ahead besides its rating, in Elo.
    double advantage = 0;
};

struct Rating {
    double elo = 0;     // the mean of all players is 0
    double margin = 0;  // of the 95% interval to either side, against the mean of all
};

// A player that won or lost everything has no most likely rating: this many drawn games against
// the mean of all are added to everybody's results.
inline constexpr double default_prior_draws = 0.1;

// With more players, the intervals are taken from each one's own games as if the strength of all
// its opponents were known: somewhat too narrow.
inline constexpr std::size_t most_exact_players = 1000;

std::vector<Rating> bradley_terry(int players, std::span<const PairingResult> results,
                                  double prior_draws = default_prior_draws);

}  // namespace kibitz::statistics
