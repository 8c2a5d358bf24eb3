// Are the units split between the arms as they should be? If not, something loses units of one arm
// (a redirect, a crash, a cache), and the results mean nothing.
//
// The sequential multinomial test of M. Lindon and A. Malek, "Anytime-valid inference for
// multinomial count data" (2020): the likelihood of the arms, mixed over a Dirichlet distribution
// around the wanted shares, against their likelihood under these shares.
#pragma once

#include <cstdint>
#include <vector>

namespace kibitz::statistics {

class SampleRatioCheck {
   public:
    // The wanted shares: positive, and 1 together.
    explicit SampleRatioCheck(std::vector<double> shares);

    // Counts one more unit, in that arm.
    void add(std::size_t arm);
    // The probability that a right split looks as wrong as this one has looked at any time.
    [[nodiscard]] double p_value() const;
    // A split as unlikely as this is an alarm.
    static constexpr double alarm = 0.001;
    [[nodiscard]] bool has_alarm() const { return p_value() < alarm; }

   private:
    std::vector<double> shares_;
    std::vector<std::int64_t> counts_;
    std::int64_t units_ = 0;
    double log_ = 0, most_log_ = 0;
};

}  // namespace kibitz::statistics
