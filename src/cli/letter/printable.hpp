// Text that another person wrote, for a terminal.
#pragma once

#include <string>
#include <string_view>

namespace kibitz::cli {

// UTF-8 without characters that would move the cursor, change colours or turn the direction of
// writing: they are replaced by U+FFFD. Line breaks and tabs stay.
std::string printable(std::string_view text);

}  // namespace kibitz::cli
