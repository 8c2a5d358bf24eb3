// The mark U+FEFF in UTF-8, with which some editors and shells begin a text. It means nothing.
#pragma once

#include <string_view>

namespace kibitz {

inline constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

constexpr std::string_view without_byte_order_mark(std::string_view text) {
    if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
    return text;
}

}  // namespace kibitz
