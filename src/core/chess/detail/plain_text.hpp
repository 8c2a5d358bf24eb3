// What people and programs write for signs that are on every keyboard: typographic dashes, quotes
// and blanks, figurines, the half, doubled exclamation marks, and characters that cannot be seen.
#pragma once

#include <string>
#include <string_view>

namespace kibitz::detail {

// The text with the signs of ASCII for those. A blank of any kind is a space; what cannot be seen
// is left out. Letters of other languages stay, but for Cyrillic ones that look like those of
// chess notation.
std::string plain_text(std::string_view utf8);

// The first character of a text that is not empty, taken off it; a byte that begins none is one.
char32_t take_character(std::string_view& utf8);

}  // namespace kibitz::detail
