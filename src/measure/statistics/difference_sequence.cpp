#include "statistics/difference_sequence.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace kibitz::statistics {

namespace {

// The lengths for which the sizes of the bets are best: 128, 384, ... units.
constexpr double shortest = 128, longer = 3;
// No unit may cost more than this share of a stake.
constexpr double most_at_risk = 0.75;
// Expected amount and deviation are those of all units before the epoch. Each epoch is longer than
// the one before it.
constexpr double epoch_growth = 1.4;
// So few that a number holds what they can gain or lose, at any split that can be planned.
constexpr int units_between_folds = 16;
constexpr double most_folded = 300;

double log_of_2_over(double alpha) { return std::log(2 / alpha); }

}  // namespace

BetOnMore::BetOnMore(double alpha) : threshold_(log_of_2_over(alpha)), stake_to_win_(2 / alpha) {
    folded_.fill(1);
    since_.fill(1);
    double length = shortest;
    for (double& wanted : wanted_) {
        // Bets of this size reach the threshold soonest, if they do so after `length` units.
        wanted = std::sqrt(2 * threshold_ / length);
        length *= longer;
    }
}

void BetOnMore::begin_epoch(double deviation, double lowest) {
    Epoch epoch;
    for (std::size_t i = 0; i < sizes; ++i)
        epoch.bets[i] = std::min(wanted_[i] / deviation, most_at_risk / -lowest);
    epochs_.push_back(epoch);
}

void BetOnMore::add(double score) {
    Epoch& epoch = epochs_.back();
    ++epoch.units;
    double all = 0;
    for (std::size_t i = 0; i < sizes; ++i) {
        since_[i] *= 1 + epoch.bets[i] * score;
        all += since_[i] * folded_[i];
    }
    has_won_ = has_won_ || all >= stake_to_win_ * sizes;
    if (++units_since_ == units_between_folds) fold();
}

void BetOnMore::fold() {
    units_since_ = 0;
    for (std::size_t i = 0; i < sizes; ++i) {
        logs_[i] += std::log(since_[i]);
        since_[i] = 1;
        // Once this is so large, the bet has long been won.
        folded_[i] = std::exp(std::min(logs_[i], most_folded));
    }
}

double BetOnMore::log_stake(double difference) const {
    Stakes logs = logs_;
    for (std::size_t i = 0; i < sizes; ++i) logs[i] += std::log(since_[i]);
    if (difference != 0)
        for (const Epoch& epoch : epochs_)
            for (std::size_t i = 0; i < sizes; ++i)
                logs[i] -=
                    static_cast<double>(epoch.units) * std::log1p(epoch.bets[i] * difference);
    const double most = *std::ranges::max_element(logs);
    double sum = 0;
    for (const double log : logs) sum += std::exp(log - most);
    return most + std::log(sum / sizes);
}

double BetOnMore::bound(double from, double to) const {
    if (log_stake(from) < threshold_) return from;
    constexpr int halvings = 50;
    for (int i = 0; i < halvings; ++i) {
        const double middle = (from + to) / 2;
        (log_stake(middle) < threshold_ ? to : from) = middle;
    }
    return from;
}

DifferenceSequence::DifferenceSequence(double variant_share, double alpha, Interval bounds)
    : share_(variant_share),
      alpha_(alpha),
      bounds_(bounds),
      more_(alpha),
      less_(alpha),
      expected_(bounds.low),
      interval_{bounds.low - bounds.high, bounds.high - bounds.low} {
    begin_epoch();
}

void DifferenceSequence::begin_epoch() {
    const double range = bounds_.high - bounds_.low;
    const auto units = static_cast<double>(units_);
    if (units_ > 0) expected_ = bounds_.low + sum_ / units;
    of_epoch_ = known_;
    // As if one unit had been seen that is as far from the others as can be expected, so that
    // little is staked while nothing is known.
    const double unexplained = std::max(0.0, squares_around_mean() - known_.squares_explained());
    const double variance = (range * range / 4 + unexplained) / (units + 1);
    const double deviation = std::sqrt(variance / (share_ * (1 - share_)));
    const double above = bounds_.high - in_bounds(expected_ + known_.least_expected()),
                 below = in_bounds(expected_ + known_.most_expected()) - bounds_.low;
    more_.begin_epoch(deviation, -std::max(below / share_, above / (1 - share_)));
    less_.begin_epoch(deviation, -std::max(above / share_, below / (1 - share_)));
    next_epoch_ = std::max(units_ + 1, static_cast<std::int64_t>(units * epoch_growth));
}

double DifferenceSequence::in_bounds(double amount) const {
    return std::clamp(amount, bounds_.low, bounds_.high);
}

double DifferenceSequence::squares_around_mean() const {
    return units_ > 0 ? std::max(0.0, squares_ - sum_ * sum_ / static_cast<double>(units_)) : 0;
}

double DifferenceSequence::expected_of(std::optional<double> before) const {
    return before ? in_bounds(expected_ + of_epoch_.expected_more(*before)) : expected_;
}

void DifferenceSequence::add(Arm arm, double amount, std::optional<double> before) {
    amount = in_bounds(amount);
    const double score =
        (amount - expected_of(before)) / (arm == Arm::variant ? share_ : share_ - 1);
    if (before) known_.add(*before, amount);
    more_.add(score);
    less_.add(-score);
    scores_ += score;
    ++units_;
    const double above = amount - bounds_.low;
    sum_ += above;
    squares_ += above * above;
    if (!higher_ && (more_.has_won() || less_.has_won())) {
        higher_ = more_.has_won() ? Arm::variant : Arm::control;
        narrow();
    }
    if (units_ == next_epoch_) begin_epoch();
}

void DifferenceSequence::narrow() {
    const double range = bounds_.high - bounds_.low;
    Interval now{std::max(interval_.low, more_.bound(-range, range)),
                 std::min(interval_.high, -less_.bound(-range, range))};
    // What has been found is found, however close to 0 the end of the interval is.
    constexpr double tiny = std::numeric_limits<double>::min();
    if (higher_ == Arm::variant) now.low = std::max(now.low, tiny);
    if (higher_ == Arm::control) now.high = std::min(now.high, -tiny);
    if (now.low > now.high)
        has_changed_ = true;
    else
        interval_ = now;
}

const Interval& DifferenceSequence::look() {
    narrow();
    return interval_;
}

double DifferenceSequence::evidence() const {
    return std::max(more_.log_stake(0), less_.log_stake(0));
}

double DifferenceSequence::threshold() const { return log_of_2_over(alpha_); }

}  // namespace kibitz::statistics
