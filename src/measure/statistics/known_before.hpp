// What a number that was known of a unit before an experiment says about its amount in it: the line
// of least squares through earlier units. Who spent much before will spend much again, whichever
// arm they get, and what can be expected need not be left to chance. Taking it away from the
// amounts makes them vary less, so that a difference is found with fewer units; the difference
// itself stays what it is, because the number is older than the draw of the arm (A. Deng, Y. Xu, R.
// Kohavi, T. Walker, "Improving the sensitivity of online controlled experiments by utilizing
// pre-experiment data", 2013).
//
// All that is asked of the line follows from units that were added before, so it may be used by a
// test that looks at any time.
#pragma once

#include <algorithm>
#include <cstdint>

#include "statistics/moments.hpp"

namespace kibitz::statistics {

class KnownBefore {
   public:
    void add(double before, double amount);

    // How much more than the mean is expected of a unit with this number. A number beyond all that
    // were seen counts as the last of them. 0 while few units have been seen.
    [[nodiscard]] double expected_more(double before) const {
        return slope() * (std::clamp(before, least_, most_) - before_.mean());
    }
    // Between these is what expected_more() returns.
    [[nodiscard]] double least_expected() const;
    [[nodiscard]] double most_expected() const;
    // The part of the amounts' sum of squares around their mean that the line explains.
    [[nodiscard]] double squares_explained() const { return slope() * products_; }
    [[nodiscard]] std::int64_t units() const { return before_.units(); }

   private:
    // Through fewer units than this, a line would show what chance did.
    static constexpr std::int64_t fewest_units = 10;

    [[nodiscard]] double slope() const {
        return units() < fewest_units || before_squares_ <= 0 ? 0 : products_ / before_squares_;
    }

    Moments before_;
    double amount_mean_ = 0;
    double before_squares_ = 0, products_ = 0;  // around the means
    double least_ = 0, most_ = 0;
};

}  // namespace kibitz::statistics
