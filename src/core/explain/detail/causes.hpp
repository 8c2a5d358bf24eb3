// What the move that was played has to do with its answer.
#pragma once

#include <optional>

#include "explain/explanation.hpp"

namespace kibitz::explain {

// How the move made the quiet answer possible, where the board shows it: the answer goes to a
// square that the moved piece left or no longer guards, or passes through the one that it left.
std::optional<Cause> cause_of(const Position& before, Move played, Move answer);

}  // namespace kibitz::explain
