// SAN for who plays the move anyway.
#pragma once

#include <string>

#include "chess/move.hpp"
#include "chess/position.hpp"

namespace kibitz::detail {

// As to_san; `after` is the position behind the move.
std::string played_san(const Position& before, Move move, const Position& after);

}  // namespace kibitz::detail
