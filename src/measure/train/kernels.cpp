#include "train/kernels.hpp"

#include <array>
#include <cstddef>

// Each instruction set gets a namespace in which every function is compiled for it. Nothing
// declared outside is affected, so no code for a newer CPU can end up in shared functions.
#if defined(__clang__)
#pragma clang fp contract(fast)
#define KIBITZ_BEGIN_TARGET(ARCH) \
    _Pragma(KIBITZ_TEXT(clang attribute push(__attribute__((target(ARCH))), apply_to = function)))
#define KIBITZ_END_TARGET _Pragma("clang attribute pop")
#else
#define KIBITZ_BEGIN_TARGET(ARCH) _Pragma("GCC push_options") _Pragma(KIBITZ_TEXT(GCC target(ARCH)))
#define KIBITZ_END_TARGET _Pragma("GCC pop_options")
#endif
#define KIBITZ_TEXT(...) #__VA_ARGS__

namespace kibitz::train {

KernelScratch::KernelScratch(const NetworkShape& shape)
    : hidden(2 * chunk_samples * static_cast<std::size_t>(shape.hidden)),
      products(static_cast<std::size_t>(shape.hidden)),
      product_derivatives(static_cast<std::size_t>(shape.hidden)),
      inputs(chunk_samples),
      input_end(static_cast<std::size_t>(shape.inputs()) + 1),
      rows(2 * chunk_samples * nnue::max_pieces) {}

namespace {

namespace base {
constexpr int lane_count = 4;
constexpr int tile_vectors = 8;
#include "train/kernels.inl"
}  // namespace base

#if defined(__x86_64__)
KIBITZ_BEGIN_TARGET("arch=x86-64-v3")
namespace avx2 {
constexpr int lane_count = 8;
constexpr int tile_vectors = 8;
#include "train/kernels.inl"
}  // namespace avx2
KIBITZ_END_TARGET

KIBITZ_BEGIN_TARGET("arch=x86-64-v4")
namespace avx512 {
constexpr int lane_count = 16;
constexpr int tile_vectors = 16;
#include "train/kernels.inl"
}  // namespace avx512
KIBITZ_END_TARGET
#endif

#define KIBITZ_KERNELS(PATH) \
    Kernels { #PATH, PATH::evaluate, PATH::add_gradient, PATH::adam }

constexpr std::array all_kernels = {
#if defined(__x86_64__)
    KIBITZ_KERNELS(avx512), KIBITZ_KERNELS(avx2),
#endif
    KIBITZ_KERNELS(base)};

std::size_t first_usable() {
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("x86-64-v4")) return 0;
    if (__builtin_cpu_supports("x86-64-v3")) return 1;
    return 2;
#else
    return 0;
#endif
}

}  // namespace

std::span<const Kernels> usable_kernels() { return std::span(all_kernels).subspan(first_usable()); }

}  // namespace kibitz::train
