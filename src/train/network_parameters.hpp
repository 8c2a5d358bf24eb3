// The network's parameters as floats, in one array: what the trainer changes.
//
//   `inputs()` rows of `hidden` input weights, one row of `hidden` biases,
//   `buckets` rows of 2 x `hidden` output weights (the side to move's half first),
//   `buckets` output biases, zeros up to a multiple of parameter_padding
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

#include "engine/eval/nnue/architecture.hpp"

namespace kibitz::train {

struct NetworkShape {
    int hidden = nnue::hidden_size;  // a multiple of hidden_multiple
    int buckets = nnue::output_bucket_count;
    // nnue::king_bucket_count, or 1: the same weights wherever the own king is.
    int king_buckets = nnue::king_bucket_count;

    static constexpr int hidden_multiple = 64;
    static constexpr std::size_t parameter_padding = 16;

    [[nodiscard]] int inputs() const { return king_buckets * nnue::men_input_count; }
    [[nodiscard]] std::size_t hidden_bias() const { return input_row(inputs()); }
    [[nodiscard]] std::size_t input_row(int input) const {
        return static_cast<std::size_t>(input) * static_cast<std::size_t>(hidden);
    }
    [[nodiscard]] std::size_t output_row(int bucket) const {
        return input_row(inputs() + 1 + 2 * bucket);
    }
    [[nodiscard]] std::size_t output_bias() const { return output_row(buckets); }
    [[nodiscard]] std::size_t size() const {
        const std::size_t used = output_bias() + static_cast<std::size_t>(buckets);
        return (used + parameter_padding - 1) / parameter_padding * parameter_padding;
    }
    bool operator==(const NetworkShape&) const = default;
};

// Memory for vector instructions: starts at a multiple of a cache line.
template <class T>
struct LineAllocator {
    using value_type = T;
    static constexpr std::align_val_t alignment{64};
    LineAllocator() = default;
    template <class U>
    LineAllocator(const LineAllocator<U>&) {}  // NOLINT: allocators convert into each other
    T* allocate(std::size_t n) { return static_cast<T*>(::operator new(n * sizeof(T), alignment)); }
    void deallocate(T* memory, std::size_t) { ::operator delete(memory, alignment); }
    bool operator==(const LineAllocator&) const { return true; }
};
using Floats = std::vector<float, LineAllocator<float>>;

// Random weights to begin with: normal, of a size that gives hidden units a useful spread for
// the usual number of men (He et al. 2015).
Floats random_parameters(const NetworkShape& shape, std::uint64_t seed);

// Parameters of a network with one king bucket as those of the engine's: every bucket has them.
Floats with_king_buckets(const NetworkShape& shape, const Floats& parameters);

}  // namespace kibitz::train
