// Upper and lower case of ASCII letters, without locale. All other characters stay as they are.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace kibitz::text {

constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

inline std::string lower(std::string_view text) {
    std::string result(text);
    for (char& c : result) c = lower(c);
    return result;
}

constexpr bool equal_but_for_case(std::string_view a, std::string_view b) {
    return std::ranges::equal(a, b, [](char x, char y) { return lower(x) == lower(y); });
}

}  // namespace kibitz::text
