// A range of whole numbers from 0 on whose ends may be missing: "1200-1800", "1500-" or "-1800".
#pragma once

#include <optional>
#include <string_view>

#include "text/numbers.hpp"

namespace kibitz::cli {

struct OpenRange {
    std::optional<int> lowest, highest;
};

// Nothing for another text, or where the first number is the higher one.
inline std::optional<OpenRange> parse_open_range(std::string_view text) {
    const std::size_t dash = text.find('-');
    if (dash == std::string_view::npos || text == "-") return std::nullopt;
    OpenRange range;
    const auto read = [](std::string_view number, std::optional<int>& end) {
        if (number.empty()) return true;
        end = text::parse_number<int>(number);
        return end && *end >= 0;
    };
    const bool is_read =
        read(text.substr(0, dash), range.lowest) && read(text.substr(dash + 1), range.highest);
    if (!is_read || (range.lowest && range.highest && *range.lowest > *range.highest))
        return std::nullopt;
    return range;
}

}  // namespace kibitz::cli
