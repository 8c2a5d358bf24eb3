#include "engine/eval/nnue/output.hpp"

#include <array>
#include <bit>
#include <cstring>
#include <iterator>

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
    void add(const LayerSums& other) {
        for (int i = 0; i < registers; ++i) sums[i] += other.sums[i];
    }
    // The units: with the biases, clipped and shifted right.
    [[nodiscard]] std::array<std::int32_t, size> units(const std::int32_t* biases,
                                                       std::int32_t largest, int shift) const {
        alignas(simd::register_bytes) std::array<std::int32_t, size> units;
        for (int i = 0; i < registers; ++i) {
            const int at = i * sums_in_register;
            simd::Sums unit = sums[i] + simd::load(biases + at);
            unit = unit > 0 ? unit : simd::Sums{};
            unit = unit < largest ? unit : simd::Sums{} + largest;
            simd::store(units.data() + at, unit >> shift);
        }
        return units;
    }
};

std::int32_t two_inputs(const std::int16_t* at) {
    std::int32_t both = 0;
    std::memcpy(&both, at, sizeof(both));
    return both;
}

// The sums of the first layer in parts that fill four registers: an addition takes several cycles,
// and the next one to the same sum has to wait for it.
constexpr int first_layer_registers = 4;
using FirstLayerParts = std::array<LayerSums<first_layer_size>,
                                   first_layer_registers / LayerSums<first_layer_size>::registers>;

// The products of one view's halves. Most are zero, as one of two units is off: only the others are
// multiplied with the first layer's weights, two at a time. They are listed first, because the
// processor cannot foresee how many there are in a register.
FirstLayerParts with_products_of_halves(FirstLayerParts parts, const std::int16_t* sums, int hidden,
                                        const std::int16_t* weights) {
    constexpr int weights_of_two_inputs = 2 * first_layer_size;
    constexpr int most_products = Architecture::largest_hidden / 2;
    alignas(simd::register_bytes) std::int16_t products[most_products];
    std::uint16_t pairs[most_products / 2 + simd::set_bits_room];
    std::uint16_t* end = pairs;
    const int half = hidden / 2;
    constexpr int step = simd::listed_registers * simd::lane_count;
    static_assert(Architecture::hidden_multiple / 2 % step == 0);
    for (int i = 0; i < half; i += step) {
        std::uint32_t not_zero = 0;
        for (int part = 0; part < simd::listed_registers; ++part) {
            const int at = i + part * simd::lane_count;
            const simd::Lanes product = simd::multiply_and_shift<product_shift>(
                clip(simd::load(sums + at)), clip(simd::load(sums + half + at)));
            simd::store(products + at, product);
            not_zero |= simd::pairs_not_zero(product) << part * simd::lane_count / 2;
        }
        end = simd::append_set_bits(not_zero, i / 2, end);
    }
    const auto add = [&](std::uint16_t pair, LayerSums<first_layer_size>& part) {
        part.add(simd::all_pairs(two_inputs(products + 2 * pair)),
                 weights + pair * weights_of_two_inputs);
    };
    const std::uint16_t* pair = pairs;
    for (; end - pair >= std::ssize(parts); pair += parts.size())
        for (std::size_t i = 0; i < parts.size(); ++i) add(pair[i], parts[i]);
    for (; pair != end; ++pair) add(*pair, parts[0]);
    return parts;
}

std::int64_t layers_value(const Network& network, int bucket, const std::int16_t* own,
                          const std::int16_t* their) {
    const Network::Layers layers = network.layers(bucket);
    const int hidden = network.hidden();
    FirstLayerParts parts = with_products_of_halves({}, own, hidden, layers.first_weights);
    parts = with_products_of_halves(parts, their, hidden,
                                    layers.first_weights + hidden / 2 * first_layer_size);
    LayerSums<first_layer_size>& first = parts[0];
    for (std::size_t i = 1; i < parts.size(); ++i) first.add(parts[i]);

    constexpr int to_unit = std::countr_zero(unsigned{first_sum_one / unit_one});
    const auto first_units = first.units(layers.first_biases, first_sum_one, to_unit);
    alignas(simd::register_bytes) std::int16_t units[second_layer_inputs];
    for (std::size_t i = 0; i < first_units.size(); ++i) {
        const std::int32_t unit = first_units[i];
        units[i] = static_cast<std::int16_t>(unit);
        units[first_layer_size + i] = static_cast<std::int16_t>(unit * unit >> unit_shift);
    }

    LayerSums<second_layer_size> second;
    for (int i = 0; i < second_layer_inputs; i += 2)
        second.add(simd::all_pairs(two_inputs(units + i)),
                   layers.second_weights + i * second_layer_size);

    constexpr int to_second_unit = std::countr_zero(unsigned{layer_one});
    std::int32_t value = network.output_bias(bucket);  // Network::load has checked that it fits.
    const std::int16_t* weight = layers.output_weights;
    for (const std::int32_t unit :
         second.units(layers.second_biases, later_sum_one, to_second_unit))
        value += unit * *weight++;
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
