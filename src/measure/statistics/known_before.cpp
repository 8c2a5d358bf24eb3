#include "statistics/known_before.hpp"

namespace kibitz::statistics {

void KnownBefore::add(double before, double amount) {
    const bool is_first = units() == 0;
    least_ = is_first ? before : std::min(least_, before);
    most_ = is_first ? before : std::max(most_, before);
    // As Moments does: one mean is that before this unit, the other that with it.
    const double from_mean = before - before_.mean();
    before_.add(before);
    before_squares_ += from_mean * (before - before_.mean());
    amount_mean_ += (amount - amount_mean_) / static_cast<double>(units());
    products_ += from_mean * (amount - amount_mean_);
}

double KnownBefore::least_expected() const {
    return std::min(expected_more(least_), expected_more(most_));
}

double KnownBefore::most_expected() const {
    return std::max(expected_more(least_), expected_more(most_));
}

}  // namespace kibitz::statistics
