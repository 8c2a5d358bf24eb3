// Names of players and contests, as people read them: one that looks like another is refused.
//
// The methods are those of Unicode: NFKC (UAX 15), and confusable characters, mixed scripts and
// stacked marks (UTS 39), by ICU.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "arena/error_code.hpp"

namespace kibitz::text {
struct Rule;
}  // namespace kibitz::text

namespace kibitz::arena {

// What is wrong with the characters of a name; nothing if they may stand in one. Characters that
// cannot be seen, turn the direction of writing or look like a space could make it look like
// another.
std::optional<Refusal> why_unreadable(std::string_view name);
// The same for other texts that are stored and shown, by the rule for them (text/plain_text.hpp).
std::optional<Refusal> why_not_text(std::string_view text, const text::Rule& rule);
// The same for names that differ in small and capital letters only.
std::u32string without_case(std::string_view name);
// Says of a name that can be read why it could pass for another. Its letters are of one script, or
// of several that are written together, such as Latin and Japanese; no letter has many accents.
std::optional<Refusal> why_deceptive(std::string_view name);
// Whether it looks like one that belongs to the server or its operator.
bool is_reserved(std::string_view name);
// Names that have one of these in common look alike: capital I is like a small l, and small i like
// a capital one; blanks do not count.
std::array<std::string, 2> skeletons(std::string_view name);

}  // namespace kibitz::arena
