// Mean and variance of numbers that are added one at a time (Welford 1962).
#pragma once

#include <cstdint>

namespace kibitz::statistics {

class Moments {
   public:
    void add(double value) {
        ++units_;
        const double before = value - mean_;
        mean_ += before / static_cast<double>(units_);
        squares_ += before * (value - mean_);
    }
    [[nodiscard]] std::int64_t units() const { return units_; }
    [[nodiscard]] double mean() const { return mean_; }
    // The unbiased estimate; 0 for fewer than two units.
    [[nodiscard]] double variance() const {
        return units_ < 2 ? 0 : squares_ / static_cast<double>(units_ - 1);
    }

    bool operator==(const Moments&) const = default;

   private:
    std::int64_t units_ = 0;
    double mean_ = 0, squares_ = 0;
};

}  // namespace kibitz::statistics
