#include "page_protocol/thinking/settings_text.hpp"

#include <algorithm>

namespace kibitz::page_protocol {

using text::parse_number;

std::optional<double> parse_decimal(std::string_view text) {
    const bool negative = text.starts_with('-');
    if (negative) text.remove_prefix(1);
    const auto point = std::min(text.find('.'), text.size());
    const auto whole = parse_number<std::int64_t>(text.substr(0, point));
    if (!whole || *whole < 0) return std::nullopt;
    double value = static_cast<double>(*whole);
    if (point < text.size()) {
        const std::string_view digits = text.substr(point + 1);
        const auto fraction = parse_number<std::int64_t>(digits);
        if (!fraction || *fraction < 0) return std::nullopt;
        double part = static_cast<double>(*fraction);
        for (std::size_t i = 0; i < digits.size(); ++i) part /= 10;
        value += part;
    }
    return negative ? -value : value;
}

}  // namespace kibitz::page_protocol
