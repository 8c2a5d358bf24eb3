// All games there are.
#pragma once

#include <span>
#include <string_view>

#include "games/rules.hpp"

namespace kibitz::games {

std::span<const Rules* const> all();
// Null if there is none of that name.
const Rules* find(std::string_view name);

}  // namespace kibitz::games
