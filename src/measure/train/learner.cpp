#include "train/learner.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

namespace kibitz::train {

namespace {

// Weights stay small enough for their integers: a hidden unit's weights and bias so that the sum
// over all pieces fits 16 bits, an output weight behind squares so that weight x unit does, and
// those of layers so that their sums fit 32 bits.
constexpr float hidden_limit = 1.98f;
constexpr float output_limit = 0.498f;
constexpr float first_layer_limit = 3.9f;
constexpr float later_layer_limit = 7.0f;
static_assert(hidden_limit * nnue::hidden_one * (nnue::max_pieces + 1) < 32'767);
constexpr int largest_output_weight = 32'767 / nnue::hidden_one;
static_assert(output_limit * nnue::output_one + 0.5f < largest_output_weight);
static_assert(static_cast<double>(first_layer_limit) * nnue::layer_one * nnue::largest_product *
                  1'024 <
              2'147'483'647);
static_assert(static_cast<double>(later_layer_limit) * nnue::later_sum_one *
                  nnue::second_layer_inputs <
              2'147'483'647);

// The parameters up to `end` stay within +/- limit.
struct Section {
    std::size_t end;
    float limit;
};

std::vector<Section> sections_of(const NetworkShape& shape) {
    constexpr float none = std::numeric_limits<float>::max();
    const std::size_t hidden_end = shape.input_row(shape.inputs() + 1);
    if (!shape.has_layers())
        return {
            {hidden_end, hidden_limit}, {shape.output_bias(), output_limit}, {shape.size(), none}};
    return {{hidden_end, hidden_limit},  {shape.first_bias(0), first_layer_limit},
            {shape.second_row(0), none}, {shape.second_bias(0), later_layer_limit},
            {shape.output_row(0), none}, {shape.output_bias(), later_layer_limit},
            {shape.size(), none}};
}

// The part-th of `parts` nearly equal pieces of [0, size), cut at multiples of `unit`.
struct Piece {
    std::size_t begin, end;
};
Piece piece_of(std::size_t size, int part, int parts, std::size_t unit) {
    const std::size_t units = (size + unit - 1) / unit;
    const auto cut = [&](int n) {
        return std::min(
            size, units * static_cast<std::size_t>(n) / static_cast<std::size_t>(parts) * unit);
    };
    return {cut(part), cut(part + 1)};
}

}  // namespace

double squashed(int score, double score_scale) { return 1 / (1 + std::exp(-score / score_scale)); }

float target_of(const Sample& sample, const Targets& targets) {
    const double share = targets.score_shares[static_cast<std::size_t>(sample.kind)];
    return static_cast<float>(share * squashed(sample.score, targets.score_scale) +
                              (1 - share) * sample.result / 2.0);
}

LearningState new_learning_state(const NetworkShape& shape, std::uint64_t seed) {
    return {.shape = shape,
            .step = 0,
            .parameters = random_parameters(shape, seed),
            .first_moment = Floats(shape.size(), 0.0f),
            .second_moment = Floats(shape.size(), 0.0f)};
}

Learner::Learner(const NetworkShape& shape, const LearnerOptions& options, const Kernels& kernels)
    : shape_(shape),
      options_(options),
      kernels_(kernels),
      scratch_(static_cast<std::size_t>(options.threads), KernelScratch(shape)),
      gradients_(static_cast<std::size_t>(options.slices), Floats(shape.size(), 0.0f)),
      losses_(static_cast<std::size_t>(options.slices)) {
    // The number of threads does not change what is learned: if the system refuses some, fewer have
    // to do.
    int wanted = options.threads;
    while (wanted > 1 && !threads_.resize(wanted)) wanted /= 2;
    if (threads_.size() == 0) threads_.resize(1).value();
}

double Learner::learn(LearningState& state, std::span<const Sample> batch, const Targets& targets,
                      double learning_rate) {
    targets_.resize(batch.size());
    std::atomic<int> next_slice = 0;
    threads_.run_on_all([&](int thread) {
        while (true) {
            const int slice = next_slice.fetch_add(1);
            if (slice >= options_.slices) return;
            const auto [begin, end] = piece_of(batch.size(), slice, options_.slices, 1);
            for (std::size_t i = begin; i < end; ++i) targets_[i] = target_of(batch[i], targets);
            const auto at = static_cast<std::size_t>(slice);
            losses_[at] = kernels_.add_gradient(
                shape_, state.parameters.data(), batch.subspan(begin, end - begin),
                targets_.data() + begin, 1.0f / static_cast<float>(batch.size()),
                scratch_[static_cast<std::size_t>(thread)], gradients_[at].data());
        }
    });
    step(state, learning_rate);
    double loss = 0;
    for (const double slice_loss : losses_) loss += slice_loss;
    return loss;
}

void Learner::step(LearningState& state, double learning_rate) {
    ++state.step;
    const auto bias_correction = [&](double decay) {
        return static_cast<float>(1 / (1 - std::pow(decay, static_cast<double>(state.step))));
    };
    AdamStep adam{.learning_rate = static_cast<float>(learning_rate),
                  .weight_decay = static_cast<float>(options_.weight_decay),
                  .first_decay = static_cast<float>(options_.first_decay),
                  .second_decay = static_cast<float>(options_.second_decay),
                  .first_scale = bias_correction(options_.first_decay),
                  .second_scale = bias_correction(options_.second_decay),
                  .limit = 0};
    const std::vector<Section> sections = sections_of(shape_);
    std::vector<float*> gradients;
    for (Floats& gradient : gradients_) gradients.push_back(gradient.data());

    threads_.run_on_all([&](int thread) {
        const auto [begin, end] =
            piece_of(shape_.size(), thread, threads_.size(), NetworkShape::parameter_padding);
        std::size_t at = begin;
        AdamStep part = adam;
        for (const Section& section : sections) {
            const std::size_t stop = std::min(end, section.end);
            if (stop <= at) continue;
            part.limit = section.limit;
            kernels_.adam(part, gradients, at, stop, state.parameters.data(),
                          state.first_moment.data(), state.second_moment.data());
            at = stop;
        }
    });
}

std::vector<float> Learner::evaluate(const Floats& parameters, std::span<const Sample> samples) {
    std::vector<float> outputs(samples.size());
    threads_.run_on_all([&](int thread) {
        const auto [begin, end] = piece_of(samples.size(), thread, threads_.size(), 1);
        kernels_.evaluate(shape_, parameters.data(), samples.subspan(begin, end - begin),
                          scratch_[static_cast<std::size_t>(thread)], outputs.data() + begin);
    });
    return outputs;
}

}  // namespace kibitz::train
