// The move model in floating point, its gradient and its steps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "players/people/move_features.hpp"

namespace kibitz::train {

// Where the parts stand in the list of all parameters.
struct MoveModelLayout {
    std::size_t position_rows, context_bias, mixing, mixing_bias, move_rows, deeper, deeper_bias,
        output, size;
    static MoveModelLayout make();
};

class MoveLearner {
   public:
    explicit MoveLearner(std::uint64_t seed);

    // The logarithm of each legal move's probability.
    void evaluate(const players::FeatureView& features, std::vector<float>& log_probabilities);
    // Adds the gradient of the cross-entropy with what is wanted, a probability for each move;
    // returns the log-likelihood, which is the cross-entropy's negative.
    double learn(const players::FeatureView& features, std::span<const float> wanted);
    // A step of Adam (Kingma and Ba 2015) with decaying weights (Loshchilov and Hutter 2019) and
    // with the mean gradient of the samples since the last step, shortened where it is long.
    void step(double learning_rate, double decay = 0);
    [[nodiscard]] const MoveModelLayout& layout() const { return layout_; }
    [[nodiscard]] std::span<const float> parameters() const { return parameters_; }
    [[nodiscard]] std::span<float> parameters() { return parameters_; }
    // The running mean of the last steps' parameters, which says more than any of them (Polyak and
    // Juditsky 1992).
    [[nodiscard]] std::span<const float> mean() const { return mean_; }

    // All that a later run needs to go on as if there had been no pause.
    [[nodiscard]] std::vector<std::span<const std::byte>> state() const;
    // False if the bytes are of another shape.
    bool restore(std::span<const std::byte> state);

   private:
    void forward(const players::FeatureView& features);

    MoveModelLayout layout_;
    std::vector<float> parameters_, gradient_, first_moment_, second_moment_, mean_;
    std::vector<float> context_, mixed_, moves_, deeper_, scores_;
    std::uint64_t steps_ = 0;
    int samples_ = 0;
};

}  // namespace kibitz::train
