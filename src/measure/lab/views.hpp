// Views: how a laboratory stands, as JSON: for its page, for `kibitz lab status`, and for programs
// (docs/lab.md, "The JSON interface"). No view contains a secret.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <vector>

#include "lab/laboratory.hpp"

namespace kibitz::lab {

// A test in short, with its result in the words of `kibitz match`.
nlohmann::json summary_of(const Laboratory& laboratory, const Laboratory::Test& test);
// This adds the course of its results, its options and the faults of its engines.
nlohmann::json details_of(const Laboratory& laboratory, const Laboratory::Test& test);
// The lists leave out the iterations of tunings that are over.
nlohmann::json summaries_of_tests(const Laboratory& laboratory);
nlohmann::json summaries_of_workers(const Laboratory& laboratory, Time now);
// The engines that tests have sent along, each once, the latest first; so many at most.
nlohmann::json builds_of_tests(const Laboratory& laboratory, std::size_t most);
// All keys, in the order of their names, with nothing of their secrets.
nlohmann::json summaries_of_keys(const Laboratory& laboratory);
// Tests that are over, or wait for approval, in a way that was not told yet (EndTold), without
// iterations of tunings.
std::vector<TestId> untold_ends(const Laboratory& laboratory);
// The games of a stored result, without their moves.
nlohmann::json summaries_of_games(const Laboratory::Test& test, const ResultStored& result);

}  // namespace kibitz::lab
