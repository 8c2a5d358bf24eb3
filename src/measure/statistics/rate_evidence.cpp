#include "statistics/rate_evidence.hpp"

#include <algorithm>
#include <cmath>

namespace kibitz::statistics {

namespace {

// As if half a unit had reached the goal before the first, and half a unit had not (Krichevsky and
// Trofimov): no outcome is ever impossible.
double expected_rate(const ArmRate& arm) {
    constexpr double half = 0.5;
    return (static_cast<double>(arm.reached) + half) / (static_cast<double>(arm.units) + 1);
}

}  // namespace

void RateEvidence::add(Arm arm, bool reached) {
    const double control = expected_rate(control_), variant = expected_rate(variant_);
    const double both = (1 - variant_share_) * control + variant_share_ * variant;
    const double own = arm == Arm::control ? control : variant;
    log_ += reached ? std::log(own / both) : std::log((1 - own) / (1 - both));
    most_log_ = std::max(most_log_, log_);
    ArmRate& counted = arm == Arm::control ? control_ : variant_;
    ++counted.units;
    counted.reached += reached ? 1 : 0;
}

bool RateEvidence::has_decided(double alpha) const { return most_log_ >= -std::log(alpha); }

}  // namespace kibitz::statistics
