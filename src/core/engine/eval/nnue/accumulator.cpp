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

// What most moves change. The rows are read side by side from their beginnings to their ends, which
// a processor foresees better than one tile of each after the other.
template <std::size_t removed_count, std::size_t added_count>
void update_by(const Network& network, const std::int16_t* from, const InputList& added,
               const InputList& removed, std::int16_t* to) {
    std::array<const std::int16_t*, removed_count> minus{};
    std::array<const std::int16_t*, added_count> plus{};
    const auto weights = [&network](int input) { return network.input_weights(input); };
    std::ranges::transform(removed.inputs(), minus.begin(), weights);
    std::ranges::transform(added.inputs(), plus.begin(), weights);
    for (int column = 0; column < network.hidden(); column += Architecture::hidden_multiple)
        for (int i = 0; i < Architecture::hidden_multiple; i += simd::lane_count) {
            simd::Lanes sums = simd::load(from + column + i);
            for (const std::int16_t* row : minus) sums -= simd::load(row + column + i);
            for (const std::int16_t* row : plus) sums += simd::load(row + column + i);
            simd::store(to + column + i, sums);
        }
}

}  // namespace

void update(const Network& network, const std::int16_t* from, const InputList& added,
            const InputList& removed, std::int16_t* to) {
    if (added.inputs().size() == 1 && removed.inputs().size() == 1)
        return update_by<1, 1>(network, from, added, removed, to);
    if (added.inputs().size() == 1 && removed.inputs().size() == 2)
        return update_by<2, 1>(network, from, added, removed, to);
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
