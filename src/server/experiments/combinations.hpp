// Which experiments a visitor can get together, and what such a combination is called.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/plan.hpp"

namespace kibitz::experiments {

using Combination = std::vector<std::string>;  // names in order; empty for the page as it is

// The folder of a combination's site: "big-board+coach-first", and for none "base".
std::string folder_name(const Combination& combination);
// As the attribute data-experiments has it: "big-board coach-first".
std::string attribute_value(const Combination& combination);

inline constexpr std::size_t most_combinations = 64;

// The order of names in a combination: that of the experiments, then that of their variants.
void sort_changes(Combination& changes);

// Those of the changes (Experiment::changes) that may be together, the empty one first. Nothing if
// they are more than most_combinations. Names that the plan does not have exclude nothing but the
// other variants of their experiment.
std::optional<std::vector<Combination>> combinations(std::vector<std::string> names,
                                                     const Plan& plan);

}  // namespace kibitz::experiments
