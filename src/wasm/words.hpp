// Reading a text word by word.
#pragma once

#include <charconv>
#include <concepts>
#include <optional>
#include <string_view>

namespace kibitz::wasm {

// The next word of the text, which loses it; empty at the end.
inline std::string_view take_word(std::string_view& text) {
    constexpr std::string_view blanks = " \t\r\n";
    const auto begin = text.find_first_not_of(blanks);
    if (begin == std::string_view::npos) return text = {};
    text.remove_prefix(begin);
    const std::string_view word = text.substr(0, text.find_first_of(blanks));
    text.remove_prefix(word.size());
    return word;
}

// A whole number that is all of the word.
template <std::integral Number>
std::optional<Number> parse_number(std::string_view word) {
    Number number{};
    const char* const end = word.data() + word.size();
    const auto read = std::from_chars(word.data(), end, number);
    if (read.ec != std::errc{} || read.ptr != end) return std::nullopt;
    return number;
}

}  // namespace kibitz::wasm
