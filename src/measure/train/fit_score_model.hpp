// Fits the score model (engine/score_model.hpp) to games whose moves carry scores, by maximum
// likelihood.
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <string>
#include <vector>

namespace kibitz::train {

struct ScoreModelFit {
    std::array<double, 4> a{}, b{};  // cubic polynomials, highest power first
    std::uint64_t positions = 0;
    double log_loss = 0;  // mean, in nats, over win, draw and loss

    // How well it fits by material: the fitted and the observed share of points at hand.
    struct Row {
        int material = 0;
        std::uint64_t positions = 0;
        double a = 0, b = 0;
        double wins = 0, predicted_wins = 0, draws = 0, predicted_draws = 0;
    };
    std::vector<Row> rows;
};

// `units_per_centipawn`: the file's scores divided by it are internal centipawns.
std::expected<ScoreModelFit, std::string> fit_score_model(const std::string& file,
                                                          double units_per_centipawn);

}  // namespace kibitz::train
