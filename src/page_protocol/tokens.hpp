// Reading a text token by token: what stands between blanks.
#pragma once

#include <charconv>
#include <concepts>
#include <optional>
#include <string_view>

namespace kibitz::page_protocol {

// Takes the next token off the front of the text; empty at the end.
inline std::string_view take_token(std::string_view& text) {
    constexpr std::string_view blanks = " \t\r\n";
    const auto begin = text.find_first_not_of(blanks);
    if (begin == std::string_view::npos) return text = {};
    text.remove_prefix(begin);
    const std::string_view token = text.substr(0, text.find_first_of(blanks));
    text.remove_prefix(token.size());
    return token;
}

// A whole number that is all of the token.
template <std::integral Number>
std::optional<Number> parse_number(std::string_view token) {
    Number number{};
    const char* const end = token.data() + token.size();
    const auto read = std::from_chars(token.data(), end, number);
    if (read.ec != std::errc{} || read.ptr != end) return std::nullopt;
    return number;
}

}  // namespace kibitz::page_protocol
