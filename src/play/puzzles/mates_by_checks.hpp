// Mates with names that a row of checks forces. All checks and all replies are tried, so nothing
// has to be searched: that takes microseconds, since few moves give check and few answer one.
#pragma once

#include <span>
#include <string>

#include "chess/position.hpp"

namespace kibitz::puzzles {

// Whether the side to move can give check so often, at most, that the other side is mated whatever
// it replies, and at least one of these mates has one of the names (explain/mate_patterns.hpp).
bool mates_by_checks(const Position& position, std::span<const std::string> names, int most_checks);

}  // namespace kibitz::puzzles
