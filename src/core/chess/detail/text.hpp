// Small helpers for reading and writing text without locale, streams or exceptions.
#pragma once

#include <charconv>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace kibitz::detail {

constexpr bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr char to_lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
constexpr char to_upper(char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}
constexpr bool is_letter(char c) { return to_lower(c) >= 'a' && to_lower(c) <= 'z'; }

// A byte of a character in UTF-8 that is not its first.
constexpr bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

constexpr bool is_file(char c) { return c >= 'a' && c <= 'h'; }
constexpr bool is_rank(char c) { return c >= '1' && c <= '8'; }

// So many bytes of a text that was refused are kept in its error.
constexpr std::size_t longest_kept_text = 100;

constexpr std::string_view trim(std::string_view text) {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

// The whole text as a decimal number, perhaps after a minus sign; nothing if it is anything else or
// too large.
template <class Number = int>
std::optional<Number> parse_integer(std::string_view text) {
    Number value = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc{} || stop != end) return std::nullopt;
    return value;
}

// The same without a sign.
inline std::optional<int> parse_number(std::string_view text) {
    if (text.empty() || !is_digit(text.front())) return std::nullopt;
    return parse_integer(text);
}

// The length of the well-formed UTF-8 sequence at the start of the text, 0 if there is none.
std::size_t utf8_length(std::string_view text);
void append_utf8(std::string& text, char32_t character);

// At most so many bytes of the beginning of a text in UTF-8, and no part of a character.
std::string_view whole_characters(std::string_view text, std::size_t most);

// The text for an error message: in double quotes, shortened, and with whatever is not
// printable UTF-8 written as \xNN, so that a message is always safe to show.
std::string quote(std::string_view text);

}  // namespace kibitz::detail
