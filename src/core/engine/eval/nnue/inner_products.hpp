// Inner products of rows of 16-bit integers: what a convolution or a layer of a network comes to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace kibitz::nnue {

// The number of rows is a multiple of the first, their length one of the second.
inline constexpr std::size_t rows_together = 4, product_step = 32;

// Rows of the same length, one after the other.
struct Rows {
    std::span<const std::int16_t> numbers;
    std::size_t length = 0;

    [[nodiscard]] std::size_t count() const { return numbers.size() / length; }
    [[nodiscard]] const std::int16_t* row(std::size_t number) const {
        return numbers.data() + number * length;
    }
};

// sums[i * b.count() + j] = row i of `a` times row j of `b`, added up without an overflow: the
// caller knows that no sum needs more than 32 bits.
void inner_products(const Rows& a, const Rows& b, std::span<std::int32_t> sums);

}  // namespace kibitz::nnue
