#include "engine/eval/nnue/accumulator.hpp"

#include "engine/eval/nnue/simd.hpp"

namespace kibitz::nnue {

namespace {

// A tile of the sums is held in registers; every instruction set has at least twice as many.
template <int tile_registers>
void update_tiles(const Network& network, const std::int16_t* from, const InputList& added,
                  const InputList& removed, std::int16_t* to) {
    constexpr int tile_lanes = tile_registers * simd::lane_count;
    for (int column = 0; column < network.hidden(); column += tile_lanes) {
        const auto lanes = [column](const std::int16_t* row, int i) {
            return simd::load(row + column + i * simd::lane_count);
        };
        simd::Lanes sums[tile_registers];
        for (int i = 0; i < tile_registers; ++i) sums[i] = lanes(from, i);
        for (const int input : removed.inputs())
            for (int i = 0; i < tile_registers; ++i)
                sums[i] -= lanes(network.input_weights(input), i);
        for (const int input : added.inputs())
            for (int i = 0; i < tile_registers; ++i)
                sums[i] += lanes(network.input_weights(input), i);
        for (int i = 0; i < tile_registers; ++i)
            simd::store(to + column + i * simd::lane_count, sums[i]);
    }
}

}  // namespace

void update(const Network& network, const std::int16_t* from, const InputList& added,
            const InputList& removed, std::int16_t* to) {
    // The largest of these that fits.
    constexpr int wide = 8, half = 4, narrow = 2;
    static_assert(Architecture::hidden_multiple % (narrow * simd::lane_count) == 0);
    const auto fits = [&](int tile) { return network.hidden() % (tile * simd::lane_count) == 0; };
    if (fits(wide))
        update_tiles<wide>(network, from, added, removed, to);
    else if (fits(half))
        update_tiles<half>(network, from, added, removed, to);
    else
        update_tiles<narrow>(network, from, added, removed, to);
}

}  // namespace kibitz::nnue
