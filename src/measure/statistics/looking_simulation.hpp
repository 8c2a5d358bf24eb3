// How often the sequential methods for experiments are wrong when somebody looks every day: runs
// by chance in which both arms are equal, or differ by a known amount.
#pragma once

#include <cstdint>
#include <optional>

#include "chess/random.hpp"
#include "statistics/two_arms.hpp"

namespace kibitz::statistics {

struct ExperimentModel {
    double control_rate = 0.3;
    double variant_rate = 0.3;
    double variant_share = 0.5;
    int units_per_day = 20;
    int days = 365;
    double alpha = 0.05;
};

// One experiment by each method: after how many units, both arms together, it found a difference.
// Nothing if it never did.
std::optional<std::int64_t> units_until_rates_differ(const ExperimentModel& model,
                                                     SplitMix& random);
std::optional<std::int64_t> units_until_means_differ(const ExperimentModel& model,
                                                     SplitMix& random);
std::optional<std::int64_t> units_until_ratio_alarm(const ExperimentModel& model,
                                                    double wanted_variant_share, SplitMix& random);
// What is often done instead: an ordinary test at every look, as if it were the only one.
std::optional<std::int64_t> units_until_naive_test(const ExperimentModel& model, SplitMix& random);

// Of many experiments: how many found a difference, and after how many units.
struct LengthOfExperiment {
    double found = 0;  // share
    std::optional<std::int64_t> median, percentile_80;
};
LengthOfExperiment simulate_rates(const ExperimentModel& model, int runs, std::uint64_t seed);

}  // namespace kibitz::statistics
