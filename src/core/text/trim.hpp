// A text without what stands before and behind it.
#pragma once

#include <cstddef>
#include <string_view>

namespace kibitz::text {

// Without these characters at both ends; empty if there is nothing else.
constexpr std::string_view trimmed(std::string_view text, std::string_view blanks = " \t\r\n") {
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

}  // namespace kibitz::text
