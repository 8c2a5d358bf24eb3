// The trainer's inner loops, compiled for several instruction sets; best_kernels() picks one for
// this CPU. All results are the same for every run on one instruction set, and differ between
// them by rounding.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "train/network_parameters.hpp"
#include "train/sample.hpp"

namespace kibitz::train {

// Samples handled together: their hidden sums should stay in the second-level cache.
constexpr std::size_t chunk_samples = 128;

// One thread's working memory.
struct KernelScratch {
    explicit KernelScratch(const NetworkShape& shape);

    Floats hidden;  // 2 x hidden for each sample of a chunk
    // One sample's, before layers.
    Floats products;
    Floats product_derivatives;
    std::vector<SampleInputs> inputs;
    std::vector<std::uint32_t> input_end;  // where each input's rows end in `rows`
    std::vector<std::uint16_t> rows;       // rows of `hidden`, by input
};

// One parameter range's step of AdamW (Loshchilov and Hutter 2019).
struct AdamStep {
    float learning_rate = 0;
    float weight_decay = 0;
    float first_decay = 0;   // beta 1
    float second_decay = 0;  // beta 2
    float first_scale = 1;   // 1 / (1 - beta 1 ^ step)
    float second_scale = 1;  // 1 / (1 - beta 2 ^ step)
    float limit = 0;         // parameters are kept within +/- limit
};

struct Kernels {
    const char* name;

    // The network's outputs before the final sigmoid, one for each sample.
    void (*evaluate)(const NetworkShape& shape, const float* parameters,
                     std::span<const Sample> samples, KernelScratch& scratch, float* outputs);

    // Adds to `gradient` the gradient of the sum over the samples of
    // loss_scale * (sigmoid(output) - target)^2, and returns that sum without loss_scale.
    double (*add_gradient)(const NetworkShape& shape, const float* parameters,
                           std::span<const Sample> samples, const float* targets, float loss_scale,
                           KernelScratch& scratch, float* gradient);

    // Adds up the gradients of all slices in their order, sets them to zero and changes the
    // parameters [begin, end), both multiples of NetworkShape::parameter_padding.
    void (*adam)(const AdamStep& step, std::span<float* const> gradients, std::size_t begin,
                 std::size_t end, float* parameters, float* first_moment, float* second_moment);
};

// All that this CPU can run, the best first.
std::span<const Kernels> usable_kernels();
inline const Kernels& best_kernels() { return usable_kernels().front(); }

}  // namespace kibitz::train
