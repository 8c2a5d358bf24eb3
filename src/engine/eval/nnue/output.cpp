#include "engine/eval/nnue/output.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "engine/eval/nnue/simd.hpp"

namespace kibitz::nnue {

namespace {

simd::Lanes clip(simd::Lanes sums) {
    return simd::clamp(sums, simd::all_lanes(0), simd::all_lanes(hidden_one));
}

// ---------------------------------------------------------------------------------------------
// Squares

simd::Sums add_view(simd::Sums total, const std::int16_t* sums, const std::int16_t* weights,
                    int hidden) {
    for (int i = 0; i < hidden; i += simd::lane_count) {
        const simd::Lanes unit = clip(simd::load(sums + i));
        // Fits 16 bits: Network::load has checked the weights.
        const simd::Lanes weighted = unit * simd::load(weights + i);
        total = simd::add_products(total, weighted, unit);
    }
    return total;
}

std::int64_t squares_value(const Network& network, int bucket, const std::int16_t* own,
                           const std::int16_t* their) {
    const int hidden = network.hidden();
    simd::Sums sums = add_view(simd::Sums{}, own, network.output_weights(bucket, 0), hidden);
    sums = add_view(sums, their, network.output_weights(bucket, 1), hidden);
    // Unit x unit x weight carries hidden_one twice; the bias once.
    return simd::total(sums) / hidden_one + network.output_bias(bucket);
}

// ---------------------------------------------------------------------------------------------
// Layers

// Sums of a layer of `size` units, output by output.
template <int size>
struct LayerSums {
    static constexpr int sums_in_register = simd::lane_count / 2;
    static constexpr int registers = size / sums_in_register;
    simd::Sums sums[registers] = {};

    // Two inputs, in every pair of lanes, times the weights of each output for them.
    void add(simd::Lanes inputs, const std::int16_t* weights) {
        for (int i = 0; i < registers; ++i)
            sums[i] =
                simd::add_products(sums[i], inputs, simd::load(weights + i * simd::lane_count));
    }
    // With the bias, of each output.
    [[nodiscard]] std::int32_t with_bias(const std::int32_t* biases, int output) const {
        return sums[output / sums_in_register][output % sums_in_register] + biases[output];
    }
};

std::int32_t two_inputs(const std::int16_t* at) {
    std::int32_t both = 0;
    std::memcpy(&both, at, sizeof(both));
    return both;
}

// For each byte the numbers of its set bits, the lowest first; the rest of a row says nothing.
using EightNumbers = std::array<std::uint16_t, 8>;
constexpr std::array<EightNumbers, 256> bits_of_bytes = [] {
    std::array<EightNumbers, 256> rows{};
    for (unsigned byte = 0; byte < rows.size(); ++byte) {
        std::size_t count = 0;
        for (std::uint16_t bit = 0; bit < 8; ++bit)
            if ((byte >> bit & 1) != 0) rows[byte][count++] = bit;
    }
    return rows;
}();

// Writes `first` plus the number of each set bit behind the list and returns its new end. Writes
// whole rows, without a branch for each bit, so the list needs room for some more.
std::uint16_t* append_bits(std::uint32_t mask, int first, std::uint16_t* end) {
    for (int bit = 0; bit < simd::lane_count / 2; bit += 8) {
        const std::uint32_t byte = mask >> bit & 255;
        const EightNumbers& row = bits_of_bytes[byte];
        for (std::size_t i = 0; i < row.size(); ++i)
            end[i] = static_cast<std::uint16_t>(row[i] + first + bit);
        end += std::popcount(byte);
    }
    return end;
}

// The products of one view's halves. Most are zero, as one of two units is off: only the others are
// multiplied with the first layer's weights, two at a time. They are listed first, because the
// processor cannot foresee how many there are in a register.
void add_products_of_halves(const std::int16_t* sums, int hidden, const std::int16_t* weights,
                            LayerSums<first_layer_size>& layer) {
    constexpr int weights_of_two_inputs = 2 * first_layer_size;
    constexpr int most_products = Architecture::largest_hidden / 2;
    alignas(simd::register_bytes) std::int16_t products[most_products];
    std::uint16_t pairs[most_products / 2 + EightNumbers{}.size()];
    std::uint16_t* end = pairs;
    const int half = hidden / 2;
    for (int i = 0; i < half; i += simd::lane_count) {
        const simd::Lanes product = simd::multiply_and_shift<product_shift>(
            clip(simd::load(sums + i)), clip(simd::load(sums + half + i)));
        simd::store(products + i, product);
        end = append_bits(simd::pairs_not_zero(product), i / 2, end);
    }
    for (const std::uint16_t* pair = pairs; pair != end; ++pair)
        layer.add(simd::all_pairs(two_inputs(products + 2 * *pair)),
                  weights + *pair * weights_of_two_inputs);
}

std::int64_t layers_value(const Network& network, int bucket, const std::int16_t* own,
                          const std::int16_t* their) {
    const Network::Layers layers = network.layers(bucket);
    const int hidden = network.hidden();
    LayerSums<first_layer_size> first;
    add_products_of_halves(own, hidden, layers.first_weights, first);
    add_products_of_halves(their, hidden, layers.first_weights + hidden / 2 * first_layer_size,
                           first);

    constexpr int to_unit = first_sum_one / unit_one;
    alignas(simd::register_bytes) std::int16_t units[second_layer_inputs];
    for (int i = 0; i < first_layer_size; ++i) {
        const int unit =
            std::clamp(first.with_bias(layers.first_biases, i), 0, first_sum_one) / to_unit;
        units[i] = static_cast<std::int16_t>(unit);
        units[first_layer_size + i] = static_cast<std::int16_t>(unit * unit >> unit_shift);
    }

    LayerSums<second_layer_size> second;
    for (int i = 0; i < second_layer_inputs; i += 2)
        second.add(simd::all_pairs(two_inputs(units + i)),
                   layers.second_weights + i * second_layer_size);

    std::int64_t value = network.output_bias(bucket);
    for (int i = 0; i < second_layer_size; ++i) {
        const int unit =
            std::clamp(second.with_bias(layers.second_biases, i), 0, later_sum_one) / layer_one;
        value += unit * layers.output_weights[i];
    }
    return value;
}

}  // namespace

int output(const Network& network, int bucket, const std::int16_t* own, const std::int16_t* their) {
    const OutputKind kind = network.architecture().output;
    const std::int64_t value = kind == OutputKind::squares
                                   ? squares_value(network, bucket, own, their)
                                   : layers_value(network, bucket, own, their);
    return static_cast<int>(value * network.centipawns_per_output() / value_one(kind));
}

}  // namespace kibitz::nnue
