// The network's parameters as floats, in one array: what the trainer changes.
//
//   `inputs()` rows of `hidden` input weights, one row of `hidden` biases, then for squares
//   `buckets` rows of 2 x `hidden` output weights (the side to move's half first),
//   `buckets` output biases
//   or for layers (architecture.hpp of the engine)
//   `buckets` x 16 rows of `hidden` weights of the first layer, `buckets` x 16 biases,
//   `buckets` x 32 rows of 32 weights of the second layer, `buckets` x 32 biases,
//   `buckets` rows of 32 output weights, `buckets` output biases
//   and zeros up to a multiple of parameter_padding
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/eval/nnue/aligned_vector.hpp"
#include "engine/eval/nnue/architecture.hpp"

namespace kibitz::train {

// Where an input's king bucket comes from, by the number of buckets; null for other numbers.
constexpr const nnue::KingMap* king_map_of(int king_buckets) {
    switch (king_buckets) {
        case 1: return &nnue::one_king_bucket;
        case 2: return &nnue::wing_king_buckets;
        case 4: return &nnue::four_king_buckets;
        case 8: return &nnue::eight_king_buckets;
        default: return nullptr;
    }
}

struct NetworkShape {
    int hidden = 256;  // a multiple of hidden_multiple
    int buckets = 8;   // of the output
    // One of those that king_map_of knows. 1: the same weights wherever the own king is.
    int king_buckets = 2;
    nnue::OutputKind output = nnue::OutputKind::squares;

    static constexpr int hidden_multiple = nnue::Architecture::hidden_multiple;
    static constexpr std::size_t parameter_padding = 16;

    [[nodiscard]] const nnue::KingMap& king_map() const { return *king_map_of(king_buckets); }
    [[nodiscard]] bool has_layers() const { return output == nnue::OutputKind::layers; }
    [[nodiscard]] int inputs() const { return king_buckets * nnue::piece_input_count; }
    [[nodiscard]] std::size_t hidden_bias() const { return input_row(inputs()); }
    [[nodiscard]] std::size_t input_row(int input) const { return times(input, hidden); }

    // Behind layers.
    [[nodiscard]] std::size_t first_row(int bucket, int output_unit = 0) const {
        return input_row(inputs() + 1 + bucket * nnue::first_layer_size + output_unit);
    }
    [[nodiscard]] std::size_t first_bias(int bucket) const {
        return first_row(buckets) + times(bucket, nnue::first_layer_size);
    }
    [[nodiscard]] std::size_t second_row(int bucket) const {
        return first_bias(buckets) +
               times(bucket, nnue::second_layer_size * nnue::second_layer_inputs);
    }
    [[nodiscard]] std::size_t second_bias(int bucket) const {
        return second_row(buckets) + times(bucket, nnue::second_layer_size);
    }

    [[nodiscard]] std::size_t output_row(int bucket) const {
        return has_layers() ? second_bias(buckets) + times(bucket, nnue::second_layer_size)
                            : input_row(inputs() + 1 + 2 * bucket);
    }
    [[nodiscard]] std::size_t output_bias() const { return output_row(buckets); }
    [[nodiscard]] std::size_t used() const {
        return output_bias() + static_cast<std::size_t>(buckets);
    }
    [[nodiscard]] std::size_t size() const {
        return (used() + parameter_padding - 1) / parameter_padding * parameter_padding;
    }
    bool operator==(const NetworkShape&) const = default;

   private:
    static constexpr std::size_t times(int count, int size) {
        return static_cast<std::size_t>(count) * static_cast<std::size_t>(size);
    }
};

using Floats = nnue::AlignedVector<float>;

// Random weights to begin with: normal, of a size that gives hidden units a useful spread for
// the usual number of pieces (He et al. 2015).
Floats random_parameters(const NetworkShape& shape, std::uint64_t seed);

// Parameters of a network as those of one with more king buckets: each has the weights of the
// bucket that most of its places were in.
Floats with_king_buckets(const NetworkShape& shape, const Floats& parameters, int king_buckets);

// Parameters of a network with squares as those of one with more hidden units and the same
// scores: the new units begin with random input weights and output weights of zero, so that
// training has to find out what they are good for.
Floats with_hidden_units(const NetworkShape& shape, const Floats& parameters, int hidden,
                         std::uint64_t seed);

}  // namespace kibitz::train
