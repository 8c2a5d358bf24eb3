// The results of a match as the ratings of Bradley and Terry take them.
#pragma once

#include <vector>

#include "match/standings.hpp"
#include "statistics/bradley_terry.hpp"

namespace kibitz::match {

std::vector<statistics::PairingResult> pairing_results(const Standings& standings);

}  // namespace kibitz::match
