// The ranges of numbers that options of several commands have, with an error in words: that of
// CLI11's own PositiveNumber prints the largest double there is, in 309 digits.
#pragma once

#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdlib>
#include <string>

namespace kibitz::cli {

namespace detail {

// "--nodes: 1 or more, not 0"; text that is not a number is answered alike. Help shows the range,
// too.
template <class Holds>
CLI::Validator number_that(Holds holds, const char* range) {
    return {[holds, range](const std::string& text) {
                char* end = nullptr;
                const double number = std::strtod(text.c_str(), &end);
                const bool is_number = !text.empty() && *end == '\0' && std::isfinite(number);
                return is_number && holds(number) ? std::string()
                                                  : std::string(range) + ", not " + text;
            },
            range};
}

}  // namespace detail

// These are for whole numbers.
inline CLI::Validator one_or_more() {
    return detail::number_that([](double number) { return number >= 1; }, "1 or more");
}

inline CLI::Validator zero_or_more() {
    return detail::number_that([](double number) { return number >= 0; }, "0 or more");
}

// These are for numbers with fractions.
inline CLI::Validator more_than_zero() {
    return detail::number_that([](double number) { return number > 0; }, "more than 0");
}

}  // namespace kibitz::cli
