// The few vector operations the network needs, so that its loops are written once for AVX-512,
// AVX2, SSE4.1, NEON, WebAssembly and plain C++. Everything is exact integer arithmetic, so all
// of them give the same bits.
//
// Lanes are 16-bit integers in the widest register of the instruction set this is compiled for.
// Sum and difference are the operators + and - of the compiler's vector types.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#if defined(__SSE4_1__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

namespace kibitz::nnue::simd {

#if defined(__AVX512BW__)
constexpr int register_bytes = 64;
#elif defined(__AVX2__)
constexpr int register_bytes = 32;
#else
constexpr int register_bytes = 16;
#endif
constexpr int lane_count = register_bytes / static_cast<int>(sizeof(std::int16_t));

// may_alias: they are read from and written to arrays of plain integers.
typedef std::int16_t Lanes __attribute__((vector_size(register_bytes), may_alias));
typedef std::int32_t Sums __attribute__((vector_size(register_bytes), may_alias));

// `at` starts at a multiple of register_bytes.
inline Lanes load(const std::int16_t* at) { return *reinterpret_cast<const Lanes*>(at); }
inline void store(std::int16_t* at, Lanes lanes) { *reinterpret_cast<Lanes*>(at) = lanes; }
inline Sums load(const std::int32_t* at) { return *reinterpret_cast<const Sums*>(at); }
inline void store(std::int32_t* at, Sums sums) { *reinterpret_cast<Sums*>(at) = sums; }

inline Lanes all_lanes(std::int16_t value) { return Lanes{} + value; }
inline Lanes lower(Lanes a, Lanes b) { return a < b ? a : b; }
inline Lanes higher(Lanes a, Lanes b) { return a > b ? a : b; }
inline Lanes clamp(Lanes lanes, Lanes low, Lanes high) { return lower(higher(lanes, low), high); }

// sums + the products of the lanes, two neighbouring products added into each sum.
inline Sums add_products(Sums sums, Lanes a, Lanes b) {
#if defined(__AVX512VNNI__) && defined(__AVX512BW__)
    return reinterpret_cast<Sums>(_mm512_dpwssd_epi32(reinterpret_cast<__m512i>(sums),
                                                      reinterpret_cast<__m512i>(a),
                                                      reinterpret_cast<__m512i>(b)));
#elif defined(__AVX512BW__)
    return sums + reinterpret_cast<Sums>(_mm512_madd_epi16(reinterpret_cast<__m512i>(a),
                                                           reinterpret_cast<__m512i>(b)));
#elif defined(__AVX2__)
    return sums + reinterpret_cast<Sums>(_mm256_madd_epi16(reinterpret_cast<__m256i>(a),
                                                           reinterpret_cast<__m256i>(b)));
#elif defined(__SSE4_1__)
    return sums + reinterpret_cast<Sums>(
                      _mm_madd_epi16(reinterpret_cast<__m128i>(a), reinterpret_cast<__m128i>(b)));
#elif defined(__aarch64__)
    const auto left = reinterpret_cast<int16x8_t>(a), right = reinterpret_cast<int16x8_t>(b);
    return sums +
           reinterpret_cast<Sums>(vpaddq_s32(vmull_s16(vget_low_s16(left), vget_low_s16(right)),
                                             vmull_s16(vget_high_s16(left), vget_high_s16(right))));
#elif defined(__wasm_simd128__)
    return sums + reinterpret_cast<Sums>(wasm_i32x4_dot_i16x8(reinterpret_cast<v128_t>(a),
                                                              reinterpret_cast<v128_t>(b)));
#else
    for (int i = 0; i < lane_count / 2; ++i)
        sums[i] += a[2 * i] * b[2 * i] + a[2 * i + 1] * b[2 * i + 1];
    return sums;
#endif
}

// The products of lanes from 0 to 255, without their lowest bits.
template <int shift>
Lanes multiply_and_shift(Lanes a, Lanes b) {
    typedef std::uint16_t Unsigned __attribute__((vector_size(register_bytes)));
    return reinterpret_cast<Lanes>(
        (reinterpret_cast<Unsigned>(a) * reinterpret_cast<Unsigned>(b)) >> shift);
}

// Every pair of neighbouring lanes gets the same two 16-bit numbers.
inline Lanes all_pairs(std::int32_t two_numbers) {
    return reinterpret_cast<Lanes>(Sums{} + two_numbers);
}

// A bit for each pair of neighbouring lanes, the first in the lowest bit: is one of them not zero?
// No lane is negative.
inline std::uint32_t pairs_not_zero(Lanes lanes) {
#if defined(__AVX512BW__)
    const __m512i pairs = reinterpret_cast<__m512i>(lanes);
    return _mm512_test_epi32_mask(pairs, pairs);
#elif defined(__AVX2__)
    const __m256i pairs = reinterpret_cast<__m256i>(lanes);
    return static_cast<std::uint32_t>(
        _mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpgt_epi32(pairs, _mm256_setzero_si256()))));
#elif defined(__SSE4_1__)
    const __m128i pairs = reinterpret_cast<__m128i>(lanes);
    return static_cast<std::uint32_t>(
        _mm_movemask_ps(_mm_castsi128_ps(_mm_cmpgt_epi32(pairs, _mm_setzero_si128()))));
#elif defined(__aarch64__)
    const uint32x4_t pairs = reinterpret_cast<uint32x4_t>(lanes);
    const uint32x4_t bits = {1, 2, 4, 8};
    return vaddvq_u32(vandq_u32(vtstq_u32(pairs, pairs), bits));
#elif defined(__wasm_simd128__)
    return wasm_i32x4_bitmask(
        wasm_i32x4_gt(reinterpret_cast<v128_t>(lanes), wasm_i32x4_const_splat(0)));
#else
    const Sums pairs = reinterpret_cast<Sums>(lanes);
    std::uint32_t mask = 0;
    for (int i = 0; i < lane_count / 2; ++i) mask |= static_cast<std::uint32_t>(pairs[i] != 0) << i;
    return mask;
#endif
}

// For each byte the numbers of its set bits, the lowest first; the rest of a row says nothing.
using EightNumbers = std::array<std::uint16_t, 8>;
inline constexpr std::array<EightNumbers, 256> bits_of_bytes = [] {
    std::array<EightNumbers, 256> rows{};
    for (unsigned byte = 0; byte < rows.size(); ++byte) {
        std::size_t count = 0;
        for (std::uint16_t bit = 0; bit < 8; ++bit)
            if ((byte >> bit & 1) != 0) rows[byte][count++] = bit;
    }
    return rows;
}();

// append_set_bits lists a byte or more, so where a register has fewer bits, those of several follow
// each other, the first register's lowest.
constexpr int listed_bits = std::max(lane_count / 2, 8);
constexpr int listed_registers = listed_bits / (lane_count / 2);

// How far append_set_bits may write behind its list.
constexpr int set_bits_room = 16;

// `mask` has listed_bits of pairs_not_zero. Writes `first` plus the number of each set bit behind
// the list and returns its new end. Writes whole rows, without a branch for each bit.
inline std::uint16_t* append_set_bits(std::uint32_t mask, int first, std::uint16_t* end) {
#if defined(__AVX512BW__)
    const __m512i numbers =
        _mm512_add_epi32(_mm512_set1_epi32(first),
                         _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
    const auto bits = static_cast<__mmask16>(mask);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(end),
                        _mm512_cvtepi32_epi16(_mm512_maskz_compress_epi32(bits, numbers)));
    return end + std::popcount(mask);
#else
    for (int bit = 0; bit < listed_bits; bit += 8) {
        const std::uint32_t byte = mask >> bit & 255;
        const EightNumbers& row = bits_of_bytes[byte];
        for (std::size_t i = 0; i < row.size(); ++i)
            end[i] = static_cast<std::uint16_t>(row[i] + first + bit);
        end += std::popcount(byte);
    }
    return end;
#endif
}

inline std::int32_t total(Sums sums) {
    std::int32_t sum = 0;
    for (int i = 0; i < lane_count / 2; ++i) sum += sums[i];
    return sum;
}

}  // namespace kibitz::nnue::simd
