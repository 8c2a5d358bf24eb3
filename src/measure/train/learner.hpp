// Learner: changes a network's parameters by one batch at a time.
//
// A batch is cut into a fixed number of slices, each with a gradient of its own; the gradients
// are added in the order of the slices. So the result depends on the batch and the number of
// slices, not on the number of threads or on which of them was faster.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "platform/thread_pool.hpp"
#include "train/kernels.hpp"

namespace kibitz::train {

// How much of a sample's target is its score; the rest is the game's result.
using ScoreShares = std::array<double, sample_kind_count>;

// What the network is to learn.
struct Targets {
    ScoreShares score_shares{1, 1, 1};
    // Score units that are 1.0 of the network's output. At 400 the sigmoid of the output is the
    // expected result; a larger scale cares less about small differences in level positions and
    // more about how much a won one is won by.
    double score_scale = 400;
};

// A score through the sigmoid, 0 to 1.
double squashed(int score, double score_scale);

// The output the network should have, through the sigmoid, for the side to move.
float target_of(const Sample& sample, const Targets& targets);

// The parameters and the memory of AdamW.
struct LearningState {
    NetworkShape shape;
    std::uint64_t step = 0;  // batches learned
    Floats parameters;
    Floats first_moment;
    Floats second_moment;
};
LearningState new_learning_state(const NetworkShape& shape, std::uint64_t seed);

struct LearnerOptions {
    int threads = 1;
    int slices = 8;
    double weight_decay = 0.01;
    double first_decay = 0.9;
    double second_decay = 0.999;
};

class Learner {
   public:
    Learner(const NetworkShape& shape, const LearnerOptions& options,
            const Kernels& kernels = best_kernels());

    // Returns the sum over the batch of (sigmoid(output) - target)^2 before the step.
    double learn(LearningState& state, std::span<const Sample> batch, const Targets& targets,
                 double learning_rate);

    // The outputs of the network for each sample, in logits.
    std::vector<float> evaluate(const Floats& parameters, std::span<const Sample> samples);

   private:
    void step(LearningState& state, double learning_rate);

    NetworkShape shape_;
    LearnerOptions options_;
    const Kernels& kernels_;
    ThreadPool threads_;
    std::vector<KernelScratch> scratch_;  // one for each thread
    std::vector<Floats> gradients_;       // one for each slice; zero between batches
    std::vector<double> losses_;          // one for each slice
    std::vector<float> targets_;
};

}  // namespace kibitz::train
