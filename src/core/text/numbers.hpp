// Numbers read from text, without locale, streams or exceptions.
#pragma once

#include <charconv>
#include <concepts>
#include <optional>
#include <string_view>
#include <system_error>

namespace kibitz::text {

namespace detail {

template <class Number, class... Base>
std::optional<Number> parse_whole(std::string_view text, Base... base) {
    Number number{};
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number, base...);
    if (error != std::errc{} || stop != end) return std::nullopt;
    return number;
}

}  // namespace detail

// The number if the whole text is one that fits: decimal digits, perhaps after a minus sign. Not
// every standard library that we build with reads fractions.
template <class Number>
std::optional<Number> parse_number(std::string_view text) {
    return detail::parse_whole<Number>(text);
}

// This does the same for hexadecimal digits of either case.
template <std::unsigned_integral Number>
std::optional<Number> parse_hexadecimal(std::string_view text) {
    constexpr int base = 16;
    return detail::parse_whole<Number>(text, base);
}

}  // namespace kibitz::text
