// Names of players and contests, as people read them: one that looks like another is refused.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "arena/error_code.hpp"

namespace kibitz::arena {

// What is wrong with the characters of a name; nothing if they may stand in one. Characters that
// cannot be seen, turn the direction of writing or look like a space could make it look like
// another.
std::optional<Refusal> why_unreadable(std::string_view name);
// The same for names that differ in small and capital letters only.
std::u32string without_case(std::string_view name);

}  // namespace kibitz::arena
