// A confidence sequence for the difference between the means of two arms: intervals, one for each
// moment, that contain the true difference all together with a probability of 1 - alpha. One may
// look at it at any time.
//
// The normal mixture of H. Robbins (1970), with the variance estimated from the sample, as in
// I. Waudby-Smith, D. Arbour, R. Sinha, E. Kennedy, A. Ramdas, "Time-uniform central limit theory
// and asymptotic confidence sequences" (2021). It is asymptotic, hence the least number of units.
#pragma once

#include <cstdint>
#include <optional>

namespace kibitz::statistics {

// Mean and variance of numbers that are added one at a time (Welford 1962).
class Moments {
   public:
    void add(double value);
    [[nodiscard]] std::int64_t units() const { return units_; }
    [[nodiscard]] double mean() const { return mean_; }
    // The unbiased estimate; 0 for fewer than two units.
    [[nodiscard]] double variance() const;

    bool operator==(const Moments&) const = default;

   private:
    std::int64_t units_ = 0;
    double mean_ = 0, squares_ = 0;
};

struct Interval {
    double low, high;

    [[nodiscard]] bool contains(double value) const { return low <= value && value <= high; }
    bool operator==(const Interval&) const = default;
};

// In each arm, before which there is no interval.
inline constexpr std::int64_t least_units_for_interval = 50;

// For the mean of the variant less that of the control. Nothing while an arm has too few units.
std::optional<Interval> difference_of_means(const Moments& control, const Moments& variant,
                                            double alpha);

}  // namespace kibitz::statistics
