// The tuner of the hand-crafted evaluation: weights such that the evaluation, through a logistic
// curve, predicts what stronger play found (Texel's method,
// https://www.chessprogramming.org/Texel%27s_Tuning_Method, by gradient descent with Adam).
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <string>

#include "train/eval_features.hpp"

namespace kibitz::train {

// The expected result is 1 / (1 + exp(-score / 400)) on the data's scale, where a pawn is about
// 360. Internal centipawns are chosen so that pawns, tuned, come out at about 100 in endgames;
// the search's margins are made for that.
constexpr double data_units_per_centipawn = 2.5;
constexpr double centipawns_per_logit = 400 / data_units_per_centipawn;

struct TuneOptions {
    std::string data;      // the folder with games.vf.zst, lines.vf.zst, selfplay_sf400.vf.zst
    double positions = 1;  // times the usual share of the positions
    int epochs = 16;
    int threads = 2;
    std::uint64_t seed = 1;  // which positions are taken, and in which order
    bool from_zero = false;  // start from material values alone instead of the current weights
};

struct TuneResult {
    EvalParameters parameters;
    std::size_t training_positions = 0, validation_positions = 0;
    // Mean squared errors of the expected result, over the validation games (the last 5%).
    double loss_before = 0, loss_after = 0;
};

// `progress` receives a line of text now and then.
std::expected<TuneResult, std::string> tune_eval(
    const TuneOptions& options, const std::function<void(const std::string&)>& progress);

// The text of engine/eval/weights.hpp. `origin` becomes a comment about how the weights were made.
std::string weights_header(const EvalParameters& parameters, const std::string& origin);

}  // namespace kibitz::train
