#include "engine/eval/nnue/accumulator.hpp"

#include "engine/eval/nnue/simd.hpp"

namespace kibitz::nnue {

namespace {

// A tile of the sums is held in this many registers; every instruction set has twice as many.
constexpr int tile_registers = 8;
constexpr int tile_lanes = tile_registers * simd::lane_count;
static_assert(hidden_size % tile_lanes == 0);

simd::Sums add_view(simd::Sums sums, const Network::HiddenRow& values,
                    const Network::HiddenRow& weights) {
    const simd::Lanes zero = simd::all_lanes(0), one = simd::all_lanes(hidden_one);
    for (int i = 0; i < hidden_size; i += simd::lane_count) {
        const simd::Lanes unit = simd::clamp(simd::load(values.data() + i), zero, one);
        // Fits 16 bits: Network::load has checked the weights.
        const simd::Lanes weighted = unit * simd::load(weights.data() + i);
        sums = simd::add_products(sums, weighted, unit);
    }
    return sums;
}

}  // namespace

void update(const Network& network, const Accumulator& from, const InputList& added,
            const InputList& removed, Accumulator& to) {
    for (int column = 0; column < hidden_size; column += tile_lanes) {
        const auto lanes = [column](const Network::HiddenRow& row, int i) {
            return simd::load(row.data() + column + i * simd::lane_count);
        };
        simd::Lanes sums[tile_registers];
        for (int i = 0; i < tile_registers; ++i) sums[i] = lanes(from.sums, i);
        for (const int input : removed.inputs())
            for (int i = 0; i < tile_registers; ++i)
                sums[i] -= lanes(network.input_weights(input), i);
        for (const int input : added.inputs())
            for (int i = 0; i < tile_registers; ++i)
                sums[i] += lanes(network.input_weights(input), i);
        for (int i = 0; i < tile_registers; ++i)
            simd::store(to.sums.data() + column + i * simd::lane_count, sums[i]);
    }
}

int output(const Network& network, int bucket, const Accumulator& own, const Accumulator& their) {
    simd::Sums sums = add_view(simd::Sums{}, own.sums, network.output_weights(bucket, 0));
    sums = add_view(sums, their.sums, network.output_weights(bucket, 1));
    // Unit x unit x weight carries hidden_one twice; the bias once.
    const std::int64_t value = simd::total(sums) / hidden_one + network.output_bias(bucket);
    return static_cast<int>(value * network.centipawns_per_output() / (hidden_one * output_one));
}

}  // namespace kibitz::nnue
