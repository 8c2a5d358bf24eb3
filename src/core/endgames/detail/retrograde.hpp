// Computes one table, from the mates backwards.
#pragma once

#include <vector>

#include "endgames/tables.hpp"

namespace kibitz::endgames::detail {

// The materials that a capture, a promotion or a move of the pawn leads to.
std::vector<Material> conversions(const Material& material);

// `tables` has all that conversions lead to.
Table solve(const Material& material, const Tables& tables);

}  // namespace kibitz::endgames::detail
