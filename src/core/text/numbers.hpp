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

// The number if the whole text is one that fits: decimal digits, perhaps after a minus sign.
template <std::integral Number>
std::optional<Number> parse_number(std::string_view text) {
    return detail::parse_whole<Number>(text);
}

// This does the same for hexadecimal digits of either case.
template <std::unsigned_integral Number>
std::optional<Number> parse_hexadecimal(std::string_view text) {
    constexpr int base = 16;
    return detail::parse_whole<Number>(text, base);
}

// This does the same for digits with at most one point, such as "-0.5" or "2". Not every standard
// library that we build with reads fractions.
template <std::same_as<double> Number>
std::optional<Number> parse_number(std::string_view text) {
    const double sign = text.starts_with('-') ? -1 : 1;
    if (sign < 0) text.remove_prefix(1);
    // Both are whole and exact for all that people write, so that one division rounds, and as every
    // reader does.
    double digits = 0, unit = 1;
    bool has_digit = false, has_point = false;
    for (const char c : text) {
        const bool is_digit = c >= '0' && c <= '9';
        if (!is_digit && (c != '.' || has_point)) return std::nullopt;
        if (!is_digit) {
            has_point = true;
            continue;
        }
        has_digit = true;
        digits = digits * 10 + (c - '0');
        if (has_point) unit *= 10;
    }
    if (!has_digit) return std::nullopt;
    return sign * digits / unit;
}

}  // namespace kibitz::text
