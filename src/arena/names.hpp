// Names of players and contests, as people read them: what cannot be told from another name is
// none.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kibitz::arena {

// What is wrong with the characters of a name, in words; nothing if they may stand in one. What
// cannot be seen, turns the direction of writing or looks like a blank could make it look like
// another.
std::optional<std::string> why_unreadable(std::string_view name);
// The same for names that differ in small and capital letters only.
std::u32string without_case(std::string_view name);

}  // namespace kibitz::arena
