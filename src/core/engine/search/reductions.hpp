// Late move reductions: how much shallower the n-th move of a node is searched.
#pragma once

#include <array>

#include "chess/move.hpp"
#include "engine/score.hpp"
#include "engine/search/parameters.hpp"

namespace kibitz::search {

// Reductions are added up in these units before they are rounded to plies.
constexpr int one_ply = 1'024;

namespace detail {

// ln(n) by halving n into [1, 2) and summing the series of artanh. Computed by the compiler:
// a run-time std::log may differ in its last bit from one machine to the next, and with it the
// tree.
constexpr double natural_log(int n) {
    constexpr double ln_2 = 0.693147180559945309417;
    double mantissa = n, exponent = 0;
    while (mantissa >= 2) {
        mantissa /= 2;
        ++exponent;
    }
    const double z = (mantissa - 1) / (mantissa + 1);
    double sum = 0, power = z;
    for (int k = 1; k < 40; k += 2) {
        sum += power / k;
        power *= z * z;
    }
    return exponent * ln_2 + 2 * sum;
}

// 1024 ln(n)
constexpr std::array<int, max_moves> make_logs() {
    std::array<int, max_moves> logs{};
    for (int n = 1; n < max_moves; ++n)
        logs[static_cast<std::size_t>(n)] = static_cast<int>(one_ply * natural_log(n));
    return logs;
}

inline constexpr std::array<int, max_moves> logs = make_logs();

}  // namespace detail

// offset + 1024^2 ln(depth) ln(moves) / divisor, in 1/1024 plies; depth and move_count are at
// least 1.
constexpr int base_reduction(const Parameters& parameters, Depth depth, int move_count) {
    return parameters.reduction_offset + detail::logs[static_cast<std::size_t>(depth)] *
                                             detail::logs[static_cast<std::size_t>(move_count)] /
                                             parameters.reduction_divisor;
}

}  // namespace kibitz::search
