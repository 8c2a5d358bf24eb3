// The sequential probability ratio test: after every pair of games, is enough known to
// decide whether one engine is stronger?
//
// A generalised SPRT: the likelihood of the results under each hypothesis is that of the most
// likely distribution of results that fits the hypothesis. The maximum is found exactly.
// M. Van den Bergh, "The generalized maximum likelihood ratio for the expectation value of a
// distribution" and "Normalized Elo" (https://www.cantate.be/Fishtest);
// https://www.chessprogramming.org/Sequential_Probability_Ratio_Test
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>

#include "statistics/strength.hpp"
#include "statistics/tally.hpp"

namespace kibitz::statistics {

// It says in what unit the bounds elo0 and elo1 are given.
enum class EloModel : std::uint8_t {
    normalized,  // score in standard deviations per game: the test's length does not depend on
                 // how many games are drawn
    logistic,    // ordinary Elo
    bayesian,    // BayesElo, with the draw Elo taken from the sample
};
const char* to_string(EloModel model);

struct SprtSettings {
    double elo0 = 0;
    double elo1 = 5;
    double alpha = 0.05;  // probability of accepting H1 where elo0 is true
    double beta = 0.05;   // probability of accepting H0 where elo1 is true
    EloModel model = EloModel::normalized;

    // What is wrong with them, if anything.
    [[nodiscard]] std::optional<std::string> error() const;
    // The test ends when the log likelihood ratio leaves these (Wald 1945).
    [[nodiscard]] double lower_bound() const;
    [[nodiscard]] double upper_bound() const;

    bool operator==(const SprtSettings&) const = default;
};

enum class SprtState : std::uint8_t { open, accepted_h0, accepted_h1 };
SprtState judge(const SprtSettings& settings, double log_likelihood_ratio);

// The log likelihood ratio of H1 against H0. It counts pairs, or games if there are no pairs.
double log_likelihood_ratio(const SprtSettings& settings, const Tally& tally);
// The parts of it, for the normalised and logistic models.
double log_likelihood_ratio(const SprtSettings& settings, const Sample& sample);

// Win, draw and loss probabilities in the BayesElo model.
struct WinDrawLossProbability {
    double win, draw, loss;
    [[nodiscard]] double score() const { return win + draw / 2; }
};
WinDrawLossProbability bayes_elo_probability(double elo, double draw_elo);
// The draw Elo that explains a sample; nothing unless there are wins and losses.
std::optional<double> draw_elo(const WinDrawLoss& games);

}  // namespace kibitz::statistics
