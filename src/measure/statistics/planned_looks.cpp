#include "statistics/planned_looks.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "chess/random.hpp"
#include "statistics/moments.hpp"
#include "statistics/normal.hpp"

namespace kibitz::statistics {

namespace {

// --- Limits ---

// The density of a sum of independent normal steps of variance 1 / looks, among those sums that
// have crossed no limit so far, on a grid.
class RemainingSums {
   public:
    RemainingSums(int looks, double drift) : step_(1.0 / looks), drift_(drift * step_) {}

    // The probability that the next sum is above `limit` for the first time, and goes on without
    // it.
    double probability_above(double limit) const {
        const double deviation = std::sqrt(step_);
        if (density_.empty()) return normal_probability((drift_ - limit) / deviation);
        double sum = 0;
        for (std::size_t i = 0; i < density_.size(); ++i)
            sum += density_[i] * normal_probability((place(i) + drift_ - limit) / deviation);
        return sum * width_;
    }
    void stop_above(double limit) {
        const double deviation = std::sqrt(step_);
        const double peak = 1 / (deviation * std::sqrt(2 * std::numbers::pi));
        const auto step_density = [&](double by) {
            const double z = (by - drift_) / deviation;
            return peak * std::exp(-z * z / 2);
        };
        std::vector<double> next(points);
        const double width = (limit - lowest) / points;
        for (std::size_t i = 0; i < points; ++i) {
            const double at = lowest + (static_cast<double>(i) + 0.5) * width;
            if (density_.empty()) {
                next[i] = step_density(at);
                continue;
            }
            for (std::size_t from = 0; from < points; ++from)
                next[i] += density_[from] * width_ * step_density(at - place(from));
        }
        density_ = std::move(next);
        width_ = width;
    }

   private:
    static constexpr std::size_t points = 200;
    static constexpr double lowest = -6;  // the last sum has a deviation of 1

    [[nodiscard]] double place(std::size_t i) const {
        return lowest + (static_cast<double>(i) + 0.5) * width_;
    }

    double step_, drift_, width_ = 0;
    std::vector<double> density_;
};

// Where a function that falls reaches a value.
template <class Function>
double solve_falling(double low, double high, double value, Function function) {
    constexpr int halvings = 60;
    for (int i = 0; i < halvings; ++i) {
        const double middle = (low + high) / 2;
        (function(middle) > value ? low : high) = middle;
    }
    return (low + high) / 2;
}

double power_of(const std::vector<double>& limits, double drift) {
    const int looks = static_cast<int>(limits.size());
    RemainingSums sums(looks, drift);
    double power = 0;
    for (int look = 1; look <= looks; ++look) {
        const double limit = limits[static_cast<std::size_t>(look - 1)] *
                             std::sqrt(static_cast<double>(look) / looks);
        power += sums.probability_above(limit);
        if (look < looks) sums.stop_above(limit);
    }
    return power;
}

// --- What chance could have done with the same amounts ---

class OtherSplits {
   public:
    OtherSplits(const std::vector<std::pair<double, std::int64_t>>& amounts, double mean,
                double share)
        : share_(share) {
        for (const auto& [amount, units] : amounts) {
            groups_.push_back({amount - mean, units, at_most_in_smaller(units)});
            variance_ += static_cast<double>(units) * (amount - mean) * (amount - mean);
        }
        variance_ *= share * (1 - share);
    }

    struct Limits {
        double above, below;
    };
    // How many standard deviations the sum of the variant's amounts is above or below its
    // expectation, with this probability each and no more.
    [[nodiscard]] Limits limits(double probability) const {
        // Different amounts have to be drawn for one by one.
        const std::size_t draws = groups_.size() > few_groups ? fewer_draws : most_draws;
        const auto tail = static_cast<std::size_t>(probability * static_cast<double>(draws + 1));
        if (tail == 0) return {chernoff(probability, 1), chernoff(probability, -1)};
        std::vector<double> sums(draws);
        SplitMix random(draws);  // the same report for the same units
        for (double& sum : sums) sum = draw(random) / std::sqrt(variance_);
        std::ranges::sort(sums);
        return {sums[draws - tail], -sums[tail - 1]};
    }

   private:
    static constexpr std::size_t few_groups = 8, most_draws = 20'000, fewer_draws = 2'000;

    struct Group {
        double amount;  // less the mean
        std::int64_t units;
        std::vector<double> at_most;
    };

    [[nodiscard]] double draw(SplitMix& random) const {
        double sum = 0;
        for (const Group& group : groups_)
            sum += group.amount *
                   (units_in_variant(group, random) - share_ * static_cast<double>(group.units));
        return sum;
    }
    [[nodiscard]] double units_in_variant(const Group& group, SplitMix& random) const {
        const auto units = static_cast<double>(group.units);
        if (group.at_most.empty()) {
            // Box and Muller 1958.
            const double radius = std::sqrt(-2 * std::log(1 - random.uniform()));
            const double normal = radius * std::cos(2 * std::numbers::pi * random.uniform());
            return std::round(share_ * units + normal * std::sqrt(units * share_ * (1 - share_)));
        }
        const auto found = std::ranges::lower_bound(group.at_most, random.uniform());
        const auto fewer = static_cast<double>(found - group.at_most.begin());
        return is_share_small() ? fewer : units - fewer;
    }
    [[nodiscard]] bool is_share_small() const { return share_ <= 0.5; }
    // The probabilities that at most 0, 1, 2, ... of the units come into the smaller arm. Empty
    // where they are so many that a normal distribution is as good.
    [[nodiscard]] std::vector<double> at_most_in_smaller(std::int64_t units) const {
        const double share = is_share_small() ? share_ : 1 - share_;
        constexpr double like_normal = 50;
        if (static_cast<double>(units) * share * (1 - share) > like_normal) return {};
        std::vector<double> at_most;
        double probability = std::pow(1 - share, static_cast<double>(units)), sum = 0;
        constexpr double all = 1 - 1e-12;
        for (std::int64_t i = 0; i <= units && sum < all; ++i) {
            sum += probability;
            at_most.push_back(sum);
            probability *=
                share / (1 - share) * static_cast<double>(units - i) / static_cast<double>(i + 1);
        }
        return at_most;
    }
    [[nodiscard]] double chernoff(double probability, double sign) const {
        const double deviation = std::sqrt(variance_);
        // The logarithm of the generating function of the sum in deviations, and its slope.
        const auto slope_and_log = [&](double at) {
            double slope = 0, log = 0;
            for (const Group& group : groups_) {
                const double amount = sign * group.amount / deviation;
                const auto units = static_cast<double>(group.units);
                const double grown = share_ * std::exp(at * amount), all = 1 - share_ + grown;
                slope += units * amount * (grown / all - share_);
                log += units * (std::log(all) - at * amount * share_);
            }
            return std::pair{slope, log};
        };
        // At 0 the bound is 1, and it falls.
        const double largest = std::abs(groups_.front().amount) > std::abs(groups_.back().amount)
                                   ? std::abs(groups_.front().amount)
                                   : std::abs(groups_.back().amount);
        constexpr double steepest = 500;  // the exponential is still a number
        const double at =
            solve_falling(0, steepest * deviation / largest, std::log(probability), [&](double to) {
                const auto [slope, log] = slope_and_log(to);
                return log - to * slope;
            });
        return slope_and_log(at).first;
    }

    double share_, variance_ = 0;
    std::vector<Group> groups_;
};

}  // namespace

std::vector<double> limits_of_looks(int looks, double alpha) {
    const double last = normal_limit(alpha / 4);  // the half of a half: the function's own
    RemainingSums sums(looks, 0);
    std::vector<double> limits;
    double spent = 0;
    for (int look = 1; look <= looks; ++look) {
        const double time = static_cast<double>(look) / looks;
        const double may_be_spent =
            look == looks ? alpha / 2 : 2 * normal_probability(-last / std::sqrt(time));
        constexpr double far = 8;
        const double limit = solve_falling(0, far * std::sqrt(time), may_be_spent - spent,
                                           [&](double at) { return sums.probability_above(at); });
        if (look < looks) sums.stop_above(limit);
        spent = may_be_spent;
        limits.push_back(limit / std::sqrt(time));
    }
    return limits;
}

double cost_of_looks(int looks, double alpha, double power) {
    const auto drift_for = [&](const std::vector<double>& limits) {
        constexpr double most = 10;
        return solve_falling(0, most, -power, [&](double at) { return -power_of(limits, at); });
    };
    const double ratio =
        drift_for(limits_of_looks(looks, alpha)) / drift_for(limits_of_looks(1, alpha));
    return ratio * ratio;
}

double units_for_one_look(const PlannedDifference& planned, double alpha, double power) {
    const double deviations = normal_limit(alpha / 2) + normal_limit(1 - power);
    const double variance =
        planned.control_deviation * planned.control_deviation / (1 - planned.variant_share) +
        planned.variant_deviation * planned.variant_deviation / planned.variant_share;
    return deviations * deviations * variance / (planned.difference * planned.difference);
}

double units_for_one_rate_look(double control_rate, double variant_rate, double variant_share,
                               double alpha, double power) {
    const auto deviation = [](double rate) { return std::sqrt(rate * (1 - rate)); };
    return units_for_one_look({.difference = variant_rate - control_rate,
                               .control_deviation = deviation(control_rate),
                               .variant_deviation = deviation(variant_rate),
                               .variant_share = variant_share},
                              alpha, power);
}

PlannedLooks::PlannedLooks(double variant_share, std::vector<double> limits, std::int64_t units,
                           Interval bounds)
    : share_(variant_share), last_(units), bounds_(bounds), limits_(std::move(limits)) {}

std::int64_t PlannedLooks::units_of_look(int look) const {
    const auto looks = static_cast<std::int64_t>(limits_.size());
    return (last_ * look + looks - 1) / looks;
}

void PlannedLooks::add(Arm arm, double amount, std::optional<double> before) {
    if (is_over()) return;
    amount = std::clamp(amount, bounds_.low, bounds_.high);
    if (before) known_.add(*before, amount);
    units_.push_back({.arm = arm, .amount = amount, .before = before});
    if (static_cast<std::int64_t>(units_.size()) == next_look()) look();
}

void PlannedLooks::look() {
    const double normal = limits_[static_cast<std::size_t>(looks_done_++)];
    Moments of_control, of_variant;
    std::map<double, std::int64_t> amounts;  // how many units have each
    for (const Unit& unit : units_) {
        // The line knows nothing of the arms, so what is left may be split among them by chance.
        const double left =
            unit.before ? unit.amount - known_.expected_more(*unit.before) : unit.amount;
        (unit.arm == Arm::control ? of_control : of_variant).add(left);
        ++amounts[left];
    }
    if (amounts.size() < 2) return;  // all the same: nothing is known about how they vary
    const auto all = static_cast<double>(units_.size()),
               control = static_cast<double>(of_control.units()),
               variant = static_cast<double>(of_variant.units());
    const double mean = (control * of_control.mean() + variant * of_variant.mean()) / all;
    const double varies = share_ * (1 - share_);
    // The scores of DifferenceSequence, around the mean of all units.
    const double difference = (variant * (of_variant.mean() - mean) * (1 - share_) -
                               control * (of_control.mean() - mean) * share_) /
                              (all * varies);
    double squares = 0;
    for (const auto& [amount, units] : amounts)
        squares += static_cast<double>(units) * (amount - mean) * (amount - mean);
    // The first is what it would be without a difference. The second alone would take an arm in
    // which little has been seen for one that varies little.
    const double variance = std::max(squares / all / varies, of_control.variance() / (1 - share_) +
                                                                 of_variant.variance() / share_) /
                            all;
    last_look_ = Look{.amounts = {amounts.begin(), amounts.end()},
                      .mean = mean,
                      .difference = difference,
                      .deviation = std::sqrt(variance),
                      .normal = normal};
    interval_.reset();
    // The limits are no smaller than the normal one.
    if (std::abs(deviations()) <= normal) return;
    set_limits();
    if (interval_->low > 0) higher_ = Arm::variant;
    if (interval_->high < 0) higher_ = Arm::control;
}

void PlannedLooks::set_limits() {
    if (!last_look_ || interval_) return;
    const Look& look = *last_look_;
    const OtherSplits::Limits drawn =
        OtherSplits(look.amounts, look.mean, share_).limits(normal_probability(-look.normal));
    above_ = std::max(look.normal, drawn.above);
    below_ = std::max(look.normal, drawn.below);
    interval_ = Interval{look.difference - above_ * look.deviation,
                         look.difference + below_ * look.deviation};
}

const std::optional<Interval>& PlannedLooks::interval() {
    set_limits();
    return interval_;
}

double PlannedLooks::limit() {
    set_limits();
    return deviations() > 0 ? above_ : below_;
}

}  // namespace kibitz::statistics
