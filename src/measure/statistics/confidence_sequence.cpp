#include "statistics/confidence_sequence.hpp"

#include <cmath>

namespace kibitz::statistics {

namespace {

// The interval is narrowest, in proportion, when each arm has about this many units.
constexpr double tuned_for_units = 500;

// The variance of the mixture, in units of the outcome's variance. `information` is the inverse of
// the difference's variance in the same units; the width is least where mixture · information
// solves x - ln(1 + x) = 2 ln(1 / alpha) (Howard, Ramdas, McAuliffe, Sekhon 2021, section 3.5).
double mixture_variance(double alpha) {
    const double twice_log = -2 * std::log(alpha);
    double x = twice_log;
    constexpr int enough = 50;  // steps of an iteration that contracts
    for (int i = 0; i < enough; ++i) x = twice_log + std::log1p(x);
    return x / (tuned_for_units / 2);
}

}  // namespace

void Moments::add(double value) {
    ++units_;
    const double before = value - mean_;
    mean_ += before / static_cast<double>(units_);
    squares_ += before * (value - mean_);
}

double Moments::variance() const {
    return units_ < 2 ? 0 : squares_ / static_cast<double>(units_ - 1);
}

std::optional<Interval> difference_of_means(const Moments& control, const Moments& variant,
                                            double alpha) {
    if (control.units() < least_units_for_interval || variant.units() < least_units_for_interval)
        return std::nullopt;
    const double scale = (control.variance() + variant.variance()) / 2;
    const double difference = variant.mean() - control.mean();
    // Nothing is known about a variance of which nothing has been seen.
    if (!(scale > 0)) return std::nullopt;
    const double variance_of_difference =
        control.variance() / static_cast<double>(control.units()) +
        variant.variance() / static_cast<double>(variant.units());
    const double mixture = mixture_variance(alpha);
    const double spread = 1 + mixture * scale / variance_of_difference;
    const double deviations =
        std::sqrt(spread / (spread - 1) * (std::log(spread) - 2 * std::log(alpha)));
    const double half_width = deviations * std::sqrt(variance_of_difference);
    return Interval{difference - half_width, difference + half_width};
}

}  // namespace kibitz::statistics
