#include "statistics/homogeneity.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace kibitz::statistics {

namespace {

constexpr double fewest_expected = 5;

struct Category {
    double a = 0, b = 0;
};

// Of each sample, how many its size lets one expect in a category.
Category expected_in(const Category& category, const Category& all) {
    const double share = (category.a + category.b) / (all.a + all.b);
    return {.a = all.a * share, .b = all.b * share};
}

bool is_large_enough(const Category& category, const Category& all) {
    const Category expected = expected_in(category, all);
    return std::min(expected.a, expected.b) >= fewest_expected;
}

std::vector<Category> joined(std::span<const std::int64_t> a, std::span<const std::int64_t> b,
                             const Category& all) {
    std::vector<Category> categories;
    Category next;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
        next.a += static_cast<double>(a[i]);
        next.b += static_cast<double>(b[i]);
        if (!is_large_enough(next, all)) continue;
        categories.push_back(next);
        next = {};
    }
    if (!categories.empty()) {  // what is left joins the last
        categories.back().a += next.a;
        categories.back().b += next.b;
    }
    return categories;
}

double square(double value) { return value * value; }

}  // namespace

// By the recurrence of the incomplete gamma function in its first argument, from 1/2 or 1 on.
double chi_squared_tail(double value, int degrees) {
    if (value <= 0 || degrees <= 0) return 1;
    const double half = value / 2;
    const bool is_odd = degrees % 2 != 0;
    double shape = is_odd ? 0.5 : 1;
    double tail = is_odd ? std::erfc(std::sqrt(half)) : std::exp(-half);
    for (; 2 * shape < degrees; shape += 1)
        tail += std::exp(shape * std::log(half) - half - std::lgamma(shape + 1));
    return std::min(tail, 1.0);
}

double p_value_of_same_distribution(std::span<const std::int64_t> a,
                                    std::span<const std::int64_t> b) {
    Category all;
    for (const std::int64_t count : a) all.a += static_cast<double>(count);
    for (const std::int64_t count : b) all.b += static_cast<double>(count);
    if (all.a == 0 || all.b == 0) return 1;
    const std::vector<Category> categories = joined(a, b, all);
    double deviation = 0;
    for (const Category& category : categories) {
        const Category expected = expected_in(category, all);
        deviation += square(category.a - expected.a) / expected.a +
                     square(category.b - expected.b) / expected.b;
    }
    return chi_squared_tail(deviation, static_cast<int>(categories.size()) - 1);
}

double binomial_tail(std::int64_t successes, std::int64_t trials, double probability) {
    if (successes <= 0) return 1;
    if (successes > trials || probability <= 0) return 0;
    if (probability >= 1) return 1;
    const auto n = static_cast<double>(trials);
    double tail = 0;
    for (std::int64_t count = successes; count <= trials; ++count) {
        const auto k = static_cast<double>(count);
        const double log_term = std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1) +
                                k * std::log(probability) + (n - k) * std::log1p(-probability);
        const double term = std::exp(log_term);
        tail += term;
        constexpr double negligible = 1e-17;
        if (k > n * probability && term < negligible * tail) break;  // and so is all that follows
    }
    return std::min(tail, 1.0);
}

}  // namespace kibitz::statistics
