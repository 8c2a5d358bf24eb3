#include "train/quantise.hpp"

#include <algorithm>
#include <cmath>

#include "engine/eval/nnue/network_file.hpp"

namespace kibitz::train {

namespace {

template <class Integer>
std::vector<Integer> rounded(std::span<const float> parameters, int one) {
    std::vector<Integer> integers;
    integers.reserve(parameters.size());
    for (const float parameter : parameters)
        integers.push_back(static_cast<Integer>(std::lround(parameter * static_cast<float>(one))));
    return integers;
}

}  // namespace

QuantisedNetwork quantise(const NetworkShape& shape, const Floats& parameters,
                          int centipawns_per_output) {
    if (shape.king_buckets == 1) {
        NetworkShape wide = shape;
        wide.king_buckets = nnue::king_bucket_count;
        return quantise(wide, with_king_buckets(shape, parameters), centipawns_per_output);
    }
    const std::span<const float> all(parameters);
    const auto part = [&](std::size_t begin, std::size_t end) {
        return all.subspan(begin, end - begin);
    };
    const std::size_t biases_end = shape.output_bias() + static_cast<std::size_t>(shape.buckets);
    return {.shape = shape,
            .centipawns_per_output = centipawns_per_output,
            .input_weights = rounded<std::int16_t>(part(0, shape.hidden_bias()), nnue::hidden_one),
            .hidden_biases = rounded<std::int16_t>(part(shape.hidden_bias(), shape.output_row(0)),
                                                   nnue::hidden_one),
            .output_weights = rounded<std::int16_t>(part(shape.output_row(0), shape.output_bias()),
                                                    nnue::output_one),
            .output_biases = rounded<std::int32_t>(part(shape.output_bias(), biases_end),
                                                   nnue::hidden_one * nnue::output_one)};
}

std::vector<std::byte> network_file(const QuantisedNetwork& network, const std::string& training) {
    return nnue::make_network_file({.hidden = network.shape.hidden,
                                    .buckets = network.shape.buckets,
                                    .centipawns_per_output = network.centipawns_per_output,
                                    .training = training,
                                    .input_weights = network.input_weights,
                                    .hidden_biases = network.hidden_biases,
                                    .output_weights = network.output_weights,
                                    .output_biases = network.output_biases});
}

double evaluate(const QuantisedNetwork& network, const Sample& sample) {
    SampleInputs inputs;
    list_inputs(sample, network.shape.king_buckets, inputs);
    const auto hidden = static_cast<std::size_t>(network.shape.hidden);
    const auto bucket =
        static_cast<std::size_t>(nnue::output_bucket(inputs.count, network.shape.buckets));
    std::int64_t output = 0;
    for (std::size_t view = 0; view < 2; ++view) {
        const auto& list = view == 0 ? inputs.own : inputs.their;
        for (std::size_t unit = 0; unit < hidden; ++unit) {
            int sum = network.hidden_biases[unit];
            for (int i = 0; i < inputs.count; ++i)
                sum += network.input_weights[list[static_cast<std::size_t>(i)] * hidden + unit];
            const int clipped = std::clamp(sum, 0, nnue::hidden_one);
            output +=
                clipped * clipped * network.output_weights[(2 * bucket + view) * hidden + unit];
        }
    }
    output = output / nnue::hidden_one + network.output_biases[bucket];
    return static_cast<double>(output) / (nnue::hidden_one * nnue::output_one);
}

}  // namespace kibitz::train
