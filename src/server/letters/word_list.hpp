// The 2048 words that stand for eleven bits each.
#pragma once

#include <string_view>

namespace kibitz::letters {

// The words are in alphabetical order, with a space after each.
extern const std::string_view word_list;

}  // namespace kibitz::letters
