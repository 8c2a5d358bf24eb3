#include "statistics/largest_amount.hpp"

#include <algorithm>
#include <cmath>

namespace kibitz::statistics {

std::optional<double> suggested_largest(std::vector<double> amounts) {
    std::erase_if(amounts, [](double amount) { return !(amount > 0) || !std::isfinite(amount); });
    if (amounts.empty()) return std::nullopt;
    std::ranges::sort(amounts);
    constexpr std::size_t one_in = 100;
    const double wanted = amounts[amounts.size() - 1 - amounts.size() / one_in];
    const double power = std::pow(10, std::floor(std::log10(wanted)));
    for (const double digit : {1.0, 2.0, 5.0})
        if (digit * power >= wanted) return digit * power;
    return 10 * power;
}

}  // namespace kibitz::statistics
