// An experiment that is looked at a few times that were chosen before it began, after equal numbers
// of units: it needs fewer of them than one that may be looked at whenever one likes. With a single
// look this is the ordinary test.
//
// Limits: alpha is spent like O'Brien and Fleming's, by the function of K. Lan, D. DeMets,
// "Discrete sequential boundaries for clinical trials" (1983), half of it for each side; the
// probabilities of crossing are integrated numerically (P. Armitage, C. McPherson, B. Rowe 1969).
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "statistics/interval.hpp"
#include "statistics/known_before.hpp"
#include "statistics/two_arms.hpp"

namespace kibitz::statistics {

inline constexpr int most_looks = 20;

// Says for each look how many standard deviations the difference must be from 0.
std::vector<double> limits_of_looks(int looks, double alpha);
// How many times the units of a single look are needed for the same power.
double cost_of_looks(int looks, double alpha, double power);

// Two arms, with what each unit's amount varies around its arm's mean.
struct PlannedDifference {
    double difference = 0;
    double control_deviation = 0, variant_deviation = 0;
    double variant_share = 0.5;
};
// The units of both arms together with which a single look finds it with this power: the textbook's
// formula.
double units_for_one_look(const PlannedDifference& planned, double alpha, double power);
double units_for_one_rate_look(double control_rate, double variant_rate, double variant_share,
                               double alpha, double power);

// The limits are those of a normal distribution. Where amounts are so skewed or rare that the
// difference does not have one, chance itself says what is improbable: had it put the same amounts
// into other arms, how large would the difference be? That is drawn for, and where the limit is too
// improbable to be drawn, it is bounded as in H. Chernoff (1952). The wider of the two limits
// counts, for the interval and for the verdict.
class PlannedLooks {
   public:
    // `limits` of limits_of_looks(); `units` at the last look, both arms together.
    PlannedLooks(double variant_share, std::vector<double> limits, std::int64_t units,
                 Interval bounds = {0, 1});

    // The units in order, each once. What comes after the last look, or after a finding, is
    // ignored. `before` is a number that was known of the unit before it got its arm; what the
    // line through all units lets expect of it is taken away from the amount.
    void add(Arm arm, double amount, std::optional<double> before = {});

    // At the last look there has been; nothing before the first.
    [[nodiscard]] const std::optional<Interval>& interval();
    [[nodiscard]] std::optional<Arm> higher() const { return higher_; }
    // Both are about the last look: how many standard deviations the difference is from 0, and how
    // many are enough on that side.
    [[nodiscard]] double deviations() const {
        return last_look_ ? last_look_->difference / last_look_->deviation : 0;
    }
    [[nodiscard]] double limit();
    // The difference at the last look, less what the units' numbers from before explain.
    [[nodiscard]] std::optional<double> estimate() const {
        return last_look_ ? std::optional(last_look_->difference) : std::nullopt;
    }
    [[nodiscard]] int looks_done() const { return looks_done_; }
    [[nodiscard]] bool is_over() const {
        return higher_ || looks_done_ == static_cast<int>(limits_.size());
    }
    // When it is looked at next.
    [[nodiscard]] std::int64_t next_look() const { return units_of_look(looks_done_ + 1); }

   private:
    [[nodiscard]] std::int64_t units_of_look(int look) const;
    void look();
    void set_limits();

    struct Unit {
        Arm arm;
        double amount;
        std::optional<double> before;
    };
    struct Look {
        std::vector<std::pair<double, std::int64_t>> amounts;  // how many units have each
        double mean, difference, deviation, normal;
    };

    const double share_;
    const std::int64_t last_;
    const Interval bounds_;
    const std::vector<double> limits_;
    std::vector<Unit> units_;
    KnownBefore known_;
    int looks_done_ = 0;
    std::optional<Look> last_look_;
    // What follows from it, once it has been asked for: chance is slow.
    double above_ = 0, below_ = 0;
    std::optional<Interval> interval_;
    std::optional<Arm> higher_;
};

}  // namespace kibitz::statistics
