// Leaving out: what a sequential test says without those strangers' machines that speak most for
// the hypothesis it has come to. If it still accepts it, no such machine has decided the test,
// whatever it has told: the results of the others are a sequential test of their own, with its
// error rates.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "lab/unit.hpp"
#include "statistics/sprt.hpp"
#include "statistics/tally.hpp"

namespace kibitz::lab {

// What each machine has brought of the results that are counted.
using Shares = std::map<WorkerName, statistics::Tally>;

// Of so many strangers' machines one in twenty may lie, and at least one.
std::int64_t most_liars(std::int64_t strangers);

struct LeftOut {
    std::vector<WorkerName> machines{};  // those that speak most for the hypothesis
    double log_likelihood_ratio = 0;     // without them
};
LeftOut leave_out(const statistics::SprtSettings& sprt, statistics::SprtState hypothesis,
                  const statistics::Tally& all, const Shares& of_strangers);

}  // namespace kibitz::lab
