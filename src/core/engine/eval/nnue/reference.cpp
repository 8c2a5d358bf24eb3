#include "engine/eval/nnue/reference.hpp"

#include <algorithm>
#include <vector>

namespace kibitz::nnue {

namespace {

using Numbers = std::vector<int>;

// The hidden units of one view, clipped.
Numbers hidden_units(const Network& network, std::span<const int> inputs) {
    Numbers units(network.hidden_biases(), network.hidden_biases() + network.hidden());
    for (const int input : inputs)
        for (int unit = 0; unit < network.hidden(); ++unit)
            units[static_cast<std::size_t>(unit)] += network.input_weights(input)[unit];
    for (int& unit : units) unit = std::clamp(unit, 0, hidden_one);
    return units;
}

// The sum over the units of one view of unit x unit x output weight.
std::int64_t squares_output(const Numbers& units, const std::int16_t* output_weights) {
    std::int64_t output = 0;
    for (const int unit : units) output += unit * unit * *output_weights++;
    return output;
}

Numbers products_of_halves(const Numbers& own, const Numbers& their) {
    Numbers products;
    const std::size_t half = own.size() / 2;
    for (const Numbers* units : {&own, &their})
        for (std::size_t i = 0; i < half; ++i)
            products.push_back((*units)[i] * (*units)[half + i] >> product_shift);
    return products;
}

// The sums of a layer with weights [inputs / 2][outputs][2].
Numbers layer_sums(const Numbers& inputs, const std::int16_t* weights, const std::int32_t* biases,
                   std::size_t outputs) {
    Numbers sums(biases, biases + outputs);
    for (std::size_t input = 0; input < inputs.size(); ++input)
        for (std::size_t output = 0; output < outputs; ++output)
            sums[output] += inputs[input] * weights[(input / 2 * outputs + output) * 2 + input % 2];
    return sums;
}

std::int64_t layers_output(const Network::Layers& layers, const Numbers& products) {
    Numbers units =
        layer_sums(products, layers.first_weights, layers.first_biases, first_layer_size);
    for (int& unit : units) unit = std::clamp(unit, 0, first_sum_one) / (first_sum_one / unit_one);
    for (int i = 0; i < first_layer_size; ++i) {
        const int unit = units[static_cast<std::size_t>(i)];
        units.push_back(unit * unit / unit_one);
    }
    std::int64_t output = 0;
    const std::int16_t* weight = layers.output_weights;
    for (const int sum :
         layer_sums(units, layers.second_weights, layers.second_biases, second_layer_size))
        output += std::clamp(sum, 0, later_sum_one) / layer_one * *weight++;
    return output;
}

}  // namespace

std::int64_t output_value_plainly(const Network& network, std::span<const int> own_inputs,
                                  std::span<const int> their_inputs) {
    const int bucket = network.output_bucket(static_cast<int>(own_inputs.size()));
    const Numbers own = hidden_units(network, own_inputs);
    const Numbers their = hidden_units(network, their_inputs);
    const std::int64_t bias = network.output_bias(bucket);
    if (network.architecture().output == OutputKind::layers)
        return bias + layers_output(network.layers(bucket), products_of_halves(own, their));
    const std::int64_t sum = squares_output(own, network.output_weights(bucket, 0)) +
                             squares_output(their, network.output_weights(bucket, 1));
    return sum / hidden_one + bias;
}

int evaluate_plainly(const Network& network, const Position& position) {
    const Color us = position.side_to_move();
    const auto inputs_of = [&](Color side) {
        const View view = network.view_of(side, position.king(side));
        Numbers inputs;
        for (const Square square : position.occupied())
            inputs.push_back(input_index(side, view, position.piece_on(square), square));
        return inputs;
    };
    const std::int64_t value = output_value_plainly(network, inputs_of(us), inputs_of(~us));
    return static_cast<int>(value * network.centipawns_per_output() /
                            value_one(network.architecture().output));
}

}  // namespace kibitz::nnue
