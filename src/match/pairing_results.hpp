// The results of a match as the ratings of Bradley and Terry take them.
#pragma once

#include <vector>

#include "match/standings.hpp"
#include "tournament/bradley_terry.hpp"

namespace kibitz::match {

using tournament::bradley_terry;
using tournament::PairingResult;
using tournament::Rating;

std::vector<PairingResult> pairing_results(const Standings& standings);

}  // namespace kibitz::match
