// The classic player's rating as a table.
#pragma once

#include <string>

#include "chess/position.hpp"
#include "classic/rating.hpp"

namespace kibitz::players {

// A table of the parts for people, ending with a line end.
std::string explain(const Position& position, const RatingSettings& settings);

}  // namespace kibitz::players
