// The roll call: every engine of a match is started once before the first game, so that a misspelt
// name, option or value is known before hours are played with something else than was meant.
#pragma once

#include <string>
#include <vector>

#include "match/settings.hpp"

namespace kibitz::match {

// What would make the match another one than is asked for, one sentence for each problem; empty if
// all is well. Engines may lack the options that are usually set for all of them, such as Hash.
std::vector<std::string> find_problems_at_roll_call(const MatchSettings& settings);

}  // namespace kibitz::match
