// How much do the means of two arms differ, and is one of them better? One method for rates
// (amounts of 0 and 1) and for amounts of any distribution within stated bounds, at any split
// between the arms. One may look after every unit and stop whenever one likes: with a probability
// of 1 - alpha, every interval ever shown contains the difference. The verdict is that the interval
// excludes 0, so the two cannot contradict each other.
//
// Chance puts a unit into the variant with the known probability p. Hence the score
//     z = (amount - m) / p for the variant,  -(amount - m) / (1 - p) for the control
// has the difference as its expectation, whatever m is that follows from earlier units (augmented
// inverse-propensity weighting); m, the mean so far, only keeps the scores small, and more so where
// something is known of each unit from before (known_before.hpp). A bet on the
// difference being larger than d multiplies its stake by (1 + b z) / (1 + b d). If it is not
// larger, the expectation of the factor is at most 1, so by Ville's inequality the stake reaches 2
// / alpha with a probability of at most alpha / 2, and every d for which it does so leaves the
// interval from below. A second bet on -z takes away from above. Nothing is estimated that this
// depends on, so it holds for skewed and mostly empty amounts and for arms of which little has been
// seen.
//
// The stake is divided between bets of several sizes, each best for an experiment of another
// length.
//
// I. Waudby-Smith, A. Ramdas, "Estimating means of bounded random variables by betting" (2024), for
// the bets; I. Waudby-Smith, L. Wu, A. Ramdas, N. Karampatziakis, P. Mineiro, "Anytime-valid
// off-policy inference for contextual bandits" (2022), for the scores. For rates the bets are those
// of R. Turner, A. Ly, P. Grünwald (2021) with another choice of their sizes.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "statistics/interval.hpp"
#include "statistics/known_before.hpp"
#include "statistics/two_arms.hpp"

namespace kibitz::statistics {

// One of the two bets: that the difference of the scores' expectation is larger.
class BetOnMore {
   public:
    static constexpr std::size_t sizes = 9;

    explicit BetOnMore(double alpha);

    // From now on the scores seem to have this standard deviation, and `lowest`, which is negative,
    // is the lowest that is possible.
    void begin_epoch(double deviation, double lowest);
    void add(double score);

    // The logarithm of the stake, if the difference is this.
    [[nodiscard]] double log_stake(double difference) const;
    // Whether it has refuted, now or earlier, that there is none.
    [[nodiscard]] bool has_won() const { return has_won_; }
    // Every difference below this is refuted by the units so far; at least `from`, at most `to`.
    [[nodiscard]] double bound(double from, double to) const;

   private:
    struct Epoch {
        std::array<double, sizes> bets{};
        std::int64_t units = 0;
    };
    using Stakes = std::array<double, sizes>;

    void fold();

    double threshold_, stake_to_win_;
    Stakes wanted_{};  // sizes of bets on scores with a deviation of 1
    std::vector<Epoch> epochs_;
    // What each size of bet has made of 1, if there is no difference: the logarithm up to the last
    // fold, the same as a number, and what has been gained since then. Logarithms are slow.
    Stakes logs_{}, folded_{}, since_{};
    int units_since_ = 0;
    bool has_won_ = false;
};

class DifferenceSequence {
   public:
    // `variant_share` is between 0 and 1, neither of them. What is below `bounds.low` or above
    // `bounds.high` counts as that.
    DifferenceSequence(double variant_share, double alpha, Interval bounds = {0, 1});

    // The units in order, each once. `before` is a number that was known of the unit before it got
    // its arm, such as what it spent in the month before.
    void add(Arm arm, double amount, std::optional<double> before = {});

    // The interval is that of the mean of the variant less that of the control. It never widens.
    const Interval& look();
    // Whose mean is higher. Once found, it stays.
    [[nodiscard]] std::optional<Arm> higher() const { return higher_; }
    // Units from different times refute every difference: the difference has changed meanwhile. The
    // interval then stays what it was.
    [[nodiscard]] bool has_changed() const { return has_changed_; }
    // The larger of the two stakes against "no difference" now, as a logarithm, and where it
    // decides.
    [[nodiscard]] double evidence() const;
    [[nodiscard]] double threshold() const;
    [[nodiscard]] std::int64_t units() const { return units_; }
    // The mean of the scores: the difference, less what the units' numbers from before explain.
    [[nodiscard]] double estimate() const {
        return units_ == 0 ? 0 : scores_ / static_cast<double>(units_);
    }

   private:
    void begin_epoch();
    [[nodiscard]] double in_bounds(double amount) const;
    [[nodiscard]] double squares_around_mean() const;
    [[nodiscard]] double expected_of(std::optional<double> before) const;
    void narrow();

    const double share_, alpha_;
    const Interval bounds_;
    BetOnMore more_, less_;
    double expected_ = 0;   // m
    KnownBefore known_;     // of all units
    KnownBefore of_epoch_;  // as it was when the epoch began: m depends on it
    std::int64_t units_ = 0, next_epoch_ = 1;
    double sum_ = 0, squares_ = 0, scores_ = 0;
    Interval interval_;
    std::optional<Arm> higher_;
    bool has_changed_ = false;
};

}  // namespace kibitz::statistics
