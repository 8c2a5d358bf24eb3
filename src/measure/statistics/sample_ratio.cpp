#include "statistics/sample_ratio.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace kibitz::statistics {

namespace {

// How tightly the mixture surrounds the wanted shares, as a number of units seen before. More finds
// small errors sooner and large ones later.
constexpr double prior_units = 1'000;

}  // namespace

SampleRatioCheck::SampleRatioCheck(std::vector<double> shares)
    : shares_(std::move(shares)), counts_(shares_.size()) {}

void SampleRatioCheck::add(std::size_t arm) {
    const double share = shares_[arm];
    const double expected = (prior_units * share + static_cast<double>(counts_[arm])) /
                            (prior_units + static_cast<double>(units_));
    log_ += std::log(expected / share);
    most_log_ = std::max(most_log_, log_);
    ++counts_[arm];
    ++units_;
}

double SampleRatioCheck::p_value() const { return std::exp(-most_log_); }

}  // namespace kibitz::statistics
