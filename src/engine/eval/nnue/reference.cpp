#include "engine/eval/nnue/reference.hpp"

#include <algorithm>

namespace kibitz::nnue {

namespace {

// The sum over the hidden units of one view of unit x unit x output weight.
std::int64_t view_output(const Network& network, const Position& position, Color side,
                         const Network::HiddenRow& output_weights) {
    const View view = view_of(side, position.king(side));
    std::int64_t output = 0;
    for (std::size_t unit = 0; unit < hidden_size; ++unit) {
        int sum = network.hidden_biases()[unit];
        for (const Square square : position.occupied())
            sum += network.input_weights(
                input_index(side, view, position.piece_on(square), square))[unit];
        const int clipped = std::clamp(sum, 0, hidden_one);
        output += clipped * clipped * output_weights[unit];
    }
    return output;
}

}  // namespace

int evaluate_plainly(const Network& network, const Position& position) {
    const Color us = position.side_to_move();
    const int bucket = output_bucket(position.occupied().count());
    const std::int64_t sum = view_output(network, position, us, network.output_weights(bucket, 0)) +
                             view_output(network, position, ~us, network.output_weights(bucket, 1));
    const std::int64_t value = sum / hidden_one + network.output_bias(bucket);
    return static_cast<int>(value * network.centipawns_per_output() / (hidden_one * output_one));
}

}  // namespace kibitz::nnue
