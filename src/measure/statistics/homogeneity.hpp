// Do two groups behave alike? It is for counts that have no order in time: the test is made once,
// and not again and again until it says no.
#pragma once

#include <cstdint>
#include <span>

namespace kibitz::statistics {

// The probability that a chi-squared variable with so many degrees of freedom is at least `value`.
double chi_squared_tail(double value, int degrees);

// Pearson's test of homogeneity: how probable it is that two samples from one distribution over the
// same categories differ as much as these. Neighbouring categories are joined until at least five
// are expected in each for both samples, as the test needs; 1 if that leaves a single one.
double p_value_of_same_distribution(std::span<const std::int64_t> a,
                                    std::span<const std::int64_t> b);

// The probability of at least so many successes in so many trials (binomial distribution).
double binomial_tail(std::int64_t successes, std::int64_t trials, double probability);

}  // namespace kibitz::statistics
