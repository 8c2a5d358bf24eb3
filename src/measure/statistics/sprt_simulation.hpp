// What to expect of a sequential test: its error rates and length, by theory and by simulation.
#pragma once

#include <array>
#include <cstdint>

#include "chess/random.hpp"
#include "statistics/sprt.hpp"

namespace kibitz::statistics {

// How two engines' games come out, in the BayesElo model: by their difference, how often they
// draw, and how far openings favour a side.
struct GameModel {
    double bayes_elo = 0;     // the first engine's advantage
    double draw_elo = 200;    // more: more draws
    double opening_bias = 0;  // BayesElo for White, in every opening to one side or the other

    // Probabilities of the five results of a pair.
    [[nodiscard]] std::array<double, 5> pair_probabilities() const;
    // These are the chances of all games in pairs together.
    [[nodiscard]] WinDrawLossProbability game_probabilities() const;
};

// The model in which the first engine is stronger by so much, as the test's own model measures it,
// and a share `draws` of games between equals is drawn.
GameModel game_model(EloModel unit, double elo, double draws, double opening_bias);
// What the difference is in each unit.
double elo_in(EloModel unit, const GameModel& model);

struct SprtExpectation {
    double acceptance;  // probability that H1 is accepted
    double games;       // played on average until the test ends
};

// The log likelihood ratio as Brownian motion between its bounds (Wald 1945; Siegmund 1985,
// chapter 3). It leaves out that a test jumps beyond its bounds, so real ones are a little longer
// and safer.
SprtExpectation expect(const SprtSettings& settings, const GameModel& model);

struct SprtRun {
    bool accepted_h1;
    std::int64_t pairs;
};
// One test, to its end.
SprtRun simulate(const SprtSettings& settings, const GameModel& model, SplitMix& random);

}  // namespace kibitz::statistics
