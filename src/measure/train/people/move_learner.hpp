// The move model in floating point, its gradient and its steps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "players/people/move_features.hpp"

namespace kibitz::train {

// A position and the move that was made, by its number among the legal ones.
struct MoveSample {
    players::PositionFeatures features;
    int played = 0;
};

// Where the parts stand in the list of all parameters.
struct MoveModelLayout {
    std::size_t position_rows, context_bias, mixing, mixing_bias, move_rows, output, size;
    static MoveModelLayout make();
};

class MoveLearner {
   public:
    explicit MoveLearner(std::uint64_t seed);

    // The logarithm of each legal move's probability.
    void evaluate(const players::PositionFeatures& features, std::vector<float>& log_probabilities);
    // Adds the gradient of the sample's negative log-likelihood; returns the log-likelihood.
    double learn(const MoveSample& sample);
    // A step of Adam (Kingma and Ba 2015) with decaying weights (Loshchilov and Hutter 2019) and
    // with the mean gradient of the samples since the last step, shortened where it is long.
    void step(double learning_rate, double decay = 0);

    [[nodiscard]] const MoveModelLayout& layout() const { return layout_; }
    [[nodiscard]] std::span<const float> parameters() const { return parameters_; }
    [[nodiscard]] std::span<float> parameters() { return parameters_; }

   private:
    void forward(const players::PositionFeatures& features);

    MoveModelLayout layout_;
    std::vector<float> parameters_, gradient_, first_moment_, second_moment_;
    std::vector<float> context_, mixed_, moves_, scores_;
    std::uint64_t steps_ = 0;
    int samples_ = 0;
};

}  // namespace kibitz::train
