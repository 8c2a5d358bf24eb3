#include "statistics/normal.hpp"

#include <cmath>
#include <numbers>

namespace kibitz::statistics {

double normal_probability(double z) { return std::erfc(-z / std::numbers::sqrt2) / 2; }

double normal_limit(double probability) {
    constexpr double most = 38;  // what is further out has no probability in a double
    double low = -most, high = most;
    constexpr int halvings = 80;
    for (int i = 0; i < halvings; ++i) {
        const double middle = (low + high) / 2;
        (normal_probability(-middle) > probability ? low : high) = middle;
    }
    return high;
}

}  // namespace kibitz::statistics
