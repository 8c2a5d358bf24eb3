#include "engine/eval/nnue/inner_products.hpp"

#include <cstring>

#include "engine/eval/nnue/simd.hpp"

namespace kibitz::nnue {
namespace {

constexpr auto lanes = static_cast<std::size_t>(simd::lane_count);
// So many rows of each side are multiplied at a time, so that what is read is used that often.
// Their sums stay in registers, of which AVX-512 has twice as many.
constexpr std::size_t tile = lanes == product_step ? 4 : 2;
static_assert(rows_together % tile == 0 && product_step % lanes == 0);

// The rows lie wherever a vector put them.
simd::Lanes load_from_anywhere(const std::int16_t* at) {
    simd::Lanes loaded;
    std::memcpy(&loaded, at, sizeof loaded);
    return loaded;
}

void multiply_tile(const std::int16_t* a, const std::int16_t* b, std::size_t length,
                   std::int32_t* sums, std::size_t sums_in_row) {
    simd::Sums products[tile][tile]{};
    for (std::size_t k = 0; k < length; k += lanes)
        for (std::size_t i = 0; i < tile; ++i)
            for (std::size_t j = 0; j < tile; ++j)
                products[i][j] =
                    simd::add_products(products[i][j], load_from_anywhere(a + i * length + k),
                                       load_from_anywhere(b + j * length + k));
    for (std::size_t i = 0; i < tile; ++i)
        for (std::size_t j = 0; j < tile; ++j)
            sums[i * sums_in_row + j] = simd::total(products[i][j]);
}

}  // namespace

void inner_products(const Rows& a, const Rows& b, std::span<std::int32_t> sums) {
    for (std::size_t i = 0; i < a.count(); i += tile)
        for (std::size_t j = 0; j < b.count(); j += tile)
            multiply_tile(a.row(i), b.row(j), a.length, sums.data() + i * b.count() + j, b.count());
}

}  // namespace kibitz::nnue
