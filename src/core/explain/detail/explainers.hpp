// The explainers of the three kinds of question.
#pragma once

#include <span>
#include <vector>

#include "explain/explain.hpp"

namespace kibitz::explain {

std::vector<Claim> mistakes_of(const Question& question);
std::vector<Claim> merits_of(const Question& question);
std::vector<Claim> threats_of(const Question& question);

// True if the move costs so much that it is explained as a mistake.
bool is_mistake(const Question& question);
// The explanation from the question's own lines and searches alone.
Explanation explain_once(const Question& question);

// True if something is won, lost or ended by force.
bool has_tactics(std::span<const Claim> claims);

}  // namespace kibitz::explain
