#include "train/quantise.hpp"

#include <cmath>

#include "engine/eval/nnue/network_file.hpp"
#include "engine/eval/nnue/reference.hpp"

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

nnue::Architecture architecture_of(const NetworkShape& shape) {
    return {.output = shape.output,
            .hidden = shape.hidden,
            .output_buckets = shape.buckets,
            .king_map = shape.king_map()};
}

// A section of the file: where its parameters are and what stands for 1.0.
struct Section {
    std::size_t begin, end;
    int one;
};

// In the order of the file, which is that of the parameters; empty ones where there are no layers.
struct Sections {
    explicit Sections(const NetworkShape& shape)
        : input_weights{0, shape.hidden_bias(), nnue::hidden_one},
          hidden_biases{shape.hidden_bias(), shape.input_row(shape.inputs() + 1),
                        nnue::hidden_one} {
        if (shape.has_layers()) {
            first_weights = {shape.first_row(0), shape.first_bias(0), nnue::layer_one};
            first_biases = {shape.first_bias(0), shape.second_row(0), nnue::first_sum_one};
            second_weights = {shape.second_row(0), shape.second_bias(0), nnue::layer_one};
            second_biases = {shape.second_bias(0), shape.output_row(0), nnue::later_sum_one};
        }
        output_weights = {shape.output_row(0), shape.output_bias(),
                          shape.has_layers() ? nnue::layer_one : nnue::output_one};
        output_biases = {shape.output_bias(), shape.used(),
                         static_cast<int>(nnue::value_one(shape.output))};
    }

    Section input_weights, hidden_biases;
    Section first_weights{}, first_biases{}, second_weights{}, second_biases{};
    Section output_weights, output_biases;
};

}  // namespace

std::vector<std::byte> network_file(const NetworkShape& shape, const Floats& parameters,
                                    int centipawns_per_output, const std::string& training) {
    if (shape.king_buckets == 1 && !shape.has_layers()) {
        NetworkShape wide = shape;
        wide.king_buckets = 2;
        return network_file(wide, with_king_buckets(shape, parameters, wide.king_buckets),
                            centipawns_per_output, training);
    }
    const auto shorts = [&](Section section) {
        return rounded<std::int16_t>(
            std::span(parameters).subspan(section.begin, section.end - section.begin), section.one);
    };
    const auto longs = [&](Section section) {
        return rounded<std::int32_t>(
            std::span(parameters).subspan(section.begin, section.end - section.begin), section.one);
    };
    const Sections sections(shape);
    const auto input_weights = shorts(sections.input_weights);
    const auto hidden_biases = shorts(sections.hidden_biases);
    const auto first_weights = shorts(sections.first_weights);
    const auto first_biases = longs(sections.first_biases);
    const auto second_weights = shorts(sections.second_weights);
    const auto second_biases = longs(sections.second_biases);
    const auto output_weights = shorts(sections.output_weights);
    const auto output_biases = longs(sections.output_biases);
    return nnue::make_network_file({.architecture = architecture_of(shape),
                                    .centipawns_per_output = centipawns_per_output,
                                    .training = training,
                                    .input_weights = input_weights,
                                    .hidden_biases = hidden_biases,
                                    .first_weights = first_weights,
                                    .first_biases = first_biases,
                                    .second_weights = second_weights,
                                    .second_biases = second_biases,
                                    .output_weights = output_weights,
                                    .output_biases = output_biases});
}

std::expected<Floats, std::string> parameters_of(const NetworkShape& shape,
                                                 std::span<const std::byte> file) {
    const auto network = nnue::read_network_file(file);
    if (!network) return std::unexpected(std::string(nnue::to_string(network.error())));
    if (network->architecture != architecture_of(shape))
        return std::unexpected(std::string("the network has another shape than the run"));
    Floats parameters(shape.size(), 0.0f);
    const auto read = [&]<class Integer>(std::span<const std::byte> numbers, Section section,
                                         Integer) {
        for (std::size_t i = section.begin; i < section.end; ++i)
            parameters[i] = static_cast<float>(
                static_cast<double>(nnue::number_at<Integer>(numbers, i - section.begin)) /
                section.one);
    };
    const std::int16_t shorts{};
    const std::int32_t longs{};
    const Sections sections(shape);
    read(network->input_weights, sections.input_weights, shorts);
    read(network->hidden_biases, sections.hidden_biases, shorts);
    read(network->first_weights, sections.first_weights, shorts);
    read(network->first_biases, sections.first_biases, longs);
    read(network->second_weights, sections.second_weights, shorts);
    read(network->second_biases, sections.second_biases, longs);
    read(network->output_weights, sections.output_weights, shorts);
    read(network->output_biases, sections.output_biases, longs);
    return parameters;
}

double evaluate(const nnue::Network& network, const Sample& sample) {
    SampleInputs inputs;
    list_inputs(sample, network.architecture().king_map, inputs);
    const auto used = [&](const auto& list) {
        return std::vector<int>(list.begin(), list.begin() + inputs.count);
    };
    return static_cast<double>(
               nnue::output_value_plainly(network, used(inputs.own), used(inputs.their))) /
           static_cast<double>(nnue::value_one(network.architecture().output));
}

}  // namespace kibitz::train
