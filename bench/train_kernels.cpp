// The trainer's throughput in positions per CPU-second, each kernel beside a plain loop over the
// same parameters: gradient of one batch, samples decoded on the fly.
#include <benchmark/benchmark.h>

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "chess/movegen.hpp"
#include "train/learner.hpp"

namespace {

using namespace kibitz;
using namespace kibitz::train;

constexpr std::size_t batch = 16'384;

// Positions of random games; those have more pieces than real ones, which is the harder case.
std::vector<Sample> random_samples() {
    std::mt19937 random(1);
    std::vector<Sample> samples;
    while (samples.size() < batch) {
        Position position = Position::initial();
        for (int ply = 0; ply < 120 && samples.size() < batch; ++ply) {
            const MoveList moves = legal_moves(position);
            if (moves.empty()) break;
            position.play(moves[static_cast<int>(random() % static_cast<unsigned>(moves.size()))]);
            samples.push_back(make_sample(position, 50, GameResult::draw, SampleKind::game));
        }
    }
    return samples;
}

// What one would write first: row by row, position by position.
double plain_gradient(const NetworkShape& shape, const float* parameters,
                      std::span<const Sample> samples, const float* targets, float* gradient) {
    const auto hidden = static_cast<std::size_t>(shape.hidden);
    std::vector<float> sums(2 * hidden), slopes(2 * hidden);
    SampleInputs inputs;
    double loss = 0;
    for (std::size_t s = 0; s < samples.size(); ++s) {
        list_inputs(samples[s], shape.king_map(), inputs);
        const auto rows = [&](std::size_t view) {
            const auto& list = view == 0 ? inputs.own : inputs.their;
            return std::span(list).first(static_cast<std::size_t>(inputs.count));
        };
        const int bucket = nnue::output_bucket(inputs.count, shape.buckets);
        const float* weights = parameters + shape.output_row(bucket);
        float output = parameters[shape.output_bias() + static_cast<std::size_t>(bucket)];
        for (std::size_t view = 0; view < 2; ++view) {
            float* half = sums.data() + view * hidden;
            std::copy_n(parameters + shape.hidden_bias(), hidden, half);
            for (const std::uint16_t row : rows(view))
                for (std::size_t i = 0; i < hidden; ++i) half[i] += parameters[row * hidden + i];
        }
        for (std::size_t i = 0; i < 2 * hidden; ++i) {
            const float unit = std::min(std::max(sums[i], 0.0f), 1.0f);
            output += unit * unit * weights[i];
        }
        const float expected = 1 / (1 + std::exp(-output));
        const float error = expected - targets[s];
        loss += static_cast<double>(error * error);
        const float derivative = 2 * error * expected * (1 - expected);
        float* weight_gradient = gradient + shape.output_row(bucket);
        for (std::size_t i = 0; i < 2 * hidden; ++i) {
            const float unit = std::min(std::max(sums[i], 0.0f), 1.0f);
            weight_gradient[i] += derivative * unit * unit;
            slopes[i] = sums[i] < 1 ? 2 * derivative * unit * weights[i] : 0;
        }
        gradient[shape.output_bias() + static_cast<std::size_t>(bucket)] += derivative;
        for (std::size_t view = 0; view < 2; ++view) {
            const float* half = slopes.data() + view * hidden;
            for (std::size_t i = 0; i < hidden; ++i) gradient[shape.hidden_bias() + i] += half[i];
            for (const std::uint16_t row : rows(view))
                for (std::size_t i = 0; i < hidden; ++i) gradient[row * hidden + i] += half[i];
        }
    }
    return loss;
}

template <class Gradient>
void measure(benchmark::State& state, const NetworkShape& shape, const Gradient& gradient_of) {
    const std::vector<Sample> samples = random_samples();
    const std::vector<float> targets(batch, 0.5f);
    const Floats parameters = random_parameters(shape, 1);
    Floats gradient(shape.size(), 0.0f);
    for (auto _ : state)
        benchmark::DoNotOptimize(
            gradient_of(parameters.data(), samples, targets.data(), gradient.data()));
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(batch));
}

const bool is_registered = [] {
    const auto add = [](const Kernels& kernels, const NetworkShape& shape,
                        const std::string& name) {
        benchmark::RegisterBenchmark(
            (kernels.name + name).c_str(), [shape, &kernels](benchmark::State& state) {
                KernelScratch scratch(shape);
                measure(state, shape,
                        [&](const float* parameters, std::span<const Sample> samples,
                            const float* targets, float* gradient) {
                            return kernels.add_gradient(shape, parameters, samples, targets, 1,
                                                        scratch, gradient);
                        });
            });
    };
    for (const int hidden : {128, 256, 512}) {
        const NetworkShape shape{.hidden = hidden};
        const std::string width = "/" + std::to_string(hidden);
        for (const Kernels& kernels : usable_kernels()) {
            add(kernels, shape, width);
            add(kernels, {.hidden = hidden, .output = nnue::OutputKind::layers}, "/layers" + width);
        }
        benchmark::RegisterBenchmark(("plain" + width).c_str(), [shape](benchmark::State& state) {
            measure(state, shape,
                    [&](const float* parameters, std::span<const Sample> samples,
                        const float* targets, float* gradient) {
                        return plain_gradient(shape, parameters, samples, targets, gradient);
                    });
        });
    }
    return true;
}();

}  // namespace
