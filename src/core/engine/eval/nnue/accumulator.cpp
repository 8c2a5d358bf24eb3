#include "engine/eval/nnue/accumulator.hpp"

#include <algorithm>
#include <array>

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

// What most moves change: a piece arrives, and it, or it and a captured one, leaves a square. Whole
// rows are read side by side, which the processor can fetch ahead better than tile after tile.
template <std::size_t removed_count>
void update_for_move(const Network& network, const std::int16_t* from, int added,
                     const InputList& removed, std::int16_t* to) {
    const std::int16_t* const plus = network.input_weights(added);
    std::array<const std::int16_t*, removed_count> minus{};
    std::ranges::transform(removed.inputs(), minus.begin(),
                           [&network](int input) { return network.input_weights(input); });
    for (int column = 0; column < network.hidden(); column += Architecture::hidden_multiple)
        for (int i = 0; i < Architecture::hidden_multiple; i += simd::lane_count) {
            simd::Lanes sums = simd::load(from + column + i);
            for (const std::int16_t* row : minus) sums -= simd::load(row + column + i);
            simd::store(to + column + i, sums + simd::load(plus + column + i));
        }
}

}  // namespace

void update(const Network& network, const std::int16_t* from, const InputList& added,
            const InputList& removed, std::int16_t* to) {
    if (added.inputs().size() == 1) {
        const int arrives = added.inputs().front();
        switch (removed.inputs().size()) {
            case 1: return update_for_move<1>(network, from, arrives, removed, to);
            case 2: return update_for_move<2>(network, from, arrives, removed, to);
            default: break;
        }
    }
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
