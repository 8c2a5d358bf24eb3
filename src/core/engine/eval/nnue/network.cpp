#include "engine/eval/nnue/network.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "engine/eval/nnue/file_hash.hpp"

namespace kibitz::nnue {

namespace {

constexpr std::int64_t largest_sum = std::numeric_limits<std::int32_t>::max();
// A hidden sum is a bias and the weights of at most max_pieces inputs, in 16 bits.
constexpr int largest_hidden_weight = std::numeric_limits<std::int16_t>::max() / (max_pieces + 1);
// A unit times an output weight has to fit 16 bits, too.
constexpr int largest_output_weight = std::numeric_limits<std::int16_t>::max() / hidden_one;
// Beyond any score, and far from overflow.
constexpr int largest_output_bias = 1'000 * hidden_one * output_one;

bool all_within(std::span<const std::int16_t> numbers, int limit) {
    return std::ranges::all_of(numbers, [=](int number) { return std::abs(number) <= limit; });
}

// Do sums of inputs from 0 to `largest_input` times these weights, and the bias, fit 32 bits in
// whatever order they are added, with only those inputs on whose weights have one sign?
bool sum_fits(std::span<const std::int16_t> weights, std::int64_t bias,
              std::int64_t largest_input) {
    std::int64_t positive = 0, negative = 0;
    for (const std::int16_t weight : weights) (weight > 0 ? positive : negative) += weight;
    return std::max(positive, -negative) * largest_input + std::abs(bias) <= largest_sum;
}

// Rows [outputs][inputs] become [inputs / 2][outputs][2].
AlignedVector<std::int16_t> interleave(const AlignedVector<std::int16_t>& rows, std::size_t outputs,
                                       std::size_t inputs) {
    AlignedVector<std::int16_t> pairs(rows.size());
    std::size_t to = 0;
    for (std::size_t bucket = 0; bucket < rows.size(); bucket += outputs * inputs)
        for (std::size_t input = 0; input < inputs; input += 2)
            for (std::size_t output = 0; output < outputs; ++output)
                for (std::size_t i = 0; i < 2; ++i)
                    pairs[to++] = rows[bucket + output * inputs + input + i];
    return pairs;
}

}  // namespace

Network::Network(const NetworkFile& file)
    : architecture_(file.architecture),
      centipawns_per_output_(file.centipawns_per_output),
      training_(file.training) {
    read_numbers<std::int16_t>(file.input_weights, input_weights_);
    read_numbers<std::int16_t>(file.hidden_biases, hidden_biases_);
    read_numbers<std::int16_t>(file.first_weights, first_weights_);
    read_numbers<std::int32_t>(file.first_biases, first_biases_);
    read_numbers<std::int16_t>(file.second_weights, second_weights_);
    read_numbers<std::int32_t>(file.second_biases, second_biases_);
    read_numbers<std::int16_t>(file.output_weights, output_weights_);
    read_numbers<std::int32_t>(file.output_biases, output_biases_);
}

std::expected<std::unique_ptr<const Network>, NetworkFault> Network::load(
    std::span<const std::byte> file) {
    const auto parts = read_network_file(file);
    if (!parts) return std::unexpected(parts.error());
    std::unique_ptr<Network> network(new Network(*parts));
    if (!network->fits_the_arithmetic()) return std::unexpected(NetworkFault::weights_too_large);
    if (network->architecture_.output == OutputKind::layers) {
        network->first_weights_ = interleave(network->first_weights_, first_layer_size,
                                             static_cast<std::size_t>(network->hidden()));
        network->second_weights_ =
            interleave(network->second_weights_, second_layer_size, second_layer_inputs);
    }
    network->hash_ = file_hash(file);
    return network;
}

Network::Layers Network::layers(int bucket) const {
    const auto at = static_cast<std::size_t>(bucket);
    return {.first_weights = first_weights_.data() + row_of(bucket * first_layer_size),
            .first_biases = first_biases_.data() + at * first_layer_size,
            .second_weights = second_weights_.data() + at * second_layer_size * second_layer_inputs,
            .second_biases = second_biases_.data() + at * second_layer_size,
            .output_weights = output_weights_.data() + at * second_layer_size};
}

// With the layers' weights still in the order of the file.
bool Network::fits_the_arithmetic() const {
    if (!all_within(input_weights_, largest_hidden_weight) ||
        !all_within(hidden_biases_, largest_hidden_weight))
        return false;
    return architecture_.output == OutputKind::squares ? squares_fit() : layers_fit();
}

bool Network::squares_fit() const {
    if (!all_within(output_weights_, largest_output_weight)) return false;
    const std::size_t row = row_of(2);
    for (std::size_t bucket = 0; bucket < output_biases_.size(); ++bucket)
        if (!sum_fits(std::span(output_weights_).subspan(bucket * row, row), 0,
                      hidden_one * hidden_one) ||
            std::abs(static_cast<std::int64_t>(output_biases_[bucket])) > largest_output_bias)
            return false;
    return true;
}

bool Network::layers_fit() const {
    const auto rows_fit = [](std::span<const std::int16_t> weights,
                             std::span<const std::int32_t> biases, std::int64_t largest_input) {
        const std::size_t inputs = weights.size() / biases.size();
        for (std::size_t row = 0; row < biases.size(); ++row)
            if (!sum_fits(weights.subspan(row * inputs, inputs), biases[row], largest_input))
                return false;
        return true;
    };
    return rows_fit(first_weights_, first_biases_, largest_product) &&
           rows_fit(second_weights_, second_biases_, unit_one) &&
           rows_fit(output_weights_, output_biases_, unit_one);
}

}  // namespace kibitz::nnue
