// The standard normal distribution.
#pragma once

namespace kibitz::statistics {

// 95 of 100 numbers lie within plus and minus this.
constexpr double two_sided_95 = 1.959963984540054;

// The probability of a number up to z.
double normal_probability(double z);
// The z that is exceeded with this probability, which is between 0 and 1, neither of them.
double normal_limit(double probability);

}  // namespace kibitz::statistics
