// How often the methods for experiments are wrong, and how soon they find what is there: runs by
// chance in which both arms are equal, or differ by a known amount.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "chess/random.hpp"
#include "statistics/two_arms.hpp"

namespace kibitz::statistics {

// How the amounts of those who reach the goal are distributed. Their mean is about 1.
enum class Amounts : std::uint8_t {
    constant,
    exponential,
    lognormal,  // with sigma 1.5 and median 1
    whale,      // 1, but for one in a thousand 1,000
};

struct ExperimentModel {
    double control_rate = 0.3;
    double variant_rate = 0.3;
    Amounts amounts = Amounts::constant;
    double largest = 1;  // what is above it counts as this
    double variant_share = 0.5;
    std::int64_t units = 7'300;
    std::int64_t units_per_look = 1;
    double alpha = 0.05;
};

// One experiment by each method: after how many units, both arms together, it found a difference.
// Nothing if it never did.
using Found = std::optional<std::int64_t>;
Found units_until_found(const ExperimentModel& model, SplitMix& random);
// So many variants, all with the variant's rate, each with its part of alpha. The variant's share
// is that of each among those who get it or the control. Says when the first was found to differ.
Found units_until_any_found(const ExperimentModel& model, int variants, SplitMix& random);
// By planned looks with these limits (planned_looks.hpp), the last one after all units.
Found units_until_found_by_looks(const ExperimentModel& model, const std::vector<double>& limits,
                                 SplitMix& random);
Found units_until_ratio_alarm(const ExperimentModel& model, double wanted_variant_share,
                              SplitMix& random);
// What is often done instead: an ordinary test at every look, as if it were the only one.
Found units_until_naive_test(const ExperimentModel& model, SplitMix& random);

// Says of many experiments how many found a difference, and after how many units.
struct LengthOfExperiment {
    double found = 0;  // share
    std::optional<std::int64_t> median, percentile_80;
};
LengthOfExperiment simulate_any_time(const ExperimentModel& model, int runs, std::uint64_t seed);

}  // namespace kibitz::statistics
