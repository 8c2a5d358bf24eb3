#include "experiments/earlier_numbers.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <unordered_set>

#include "experiments/records.hpp"
#include "text/split.hpp"
#include "text/trim.hpp"

namespace kibitz::experiments {

namespace {

std::optional<double> finite_number(const std::string& text) {
    char* end = nullptr;
    const double number = std::strtod(text.c_str(), &end);
    if (text.empty() || end != text.c_str() + text.size() || !std::isfinite(number))
        return std::nullopt;
    return number;
}

// As spreadsheets write it: between semicolons or tabs, numbers may have a comma for a point.
std::optional<EarlierNumber> read_line(std::string_view line) {
    std::size_t mark = line.find_last_of(";\t");
    const bool has_decimal_commas = mark != std::string_view::npos;
    // The visitor may have commas in it.
    if (!has_decimal_commas) mark = line.rfind(',');
    if (mark == std::string_view::npos) return std::nullopt;
    std::string digits(text::trimmed(line.substr(mark + 1)));
    if (has_decimal_commas) std::ranges::replace(digits, ',', '.');
    std::string_view visitor = text::trimmed(line.substr(0, mark));
    if (visitor.size() > 2 && visitor.front() == '"' && visitor.back() == '"')
        visitor = visitor.substr(1, visitor.size() - 2);
    const auto number = finite_number(digits);
    if (!number || visitor.empty() || !(std::abs(*number) <= largest_amount)) return std::nullopt;
    return EarlierNumber{.visitor = std::string(visitor), .number = *number};
}

}  // namespace

std::expected<std::vector<EarlierNumber>, std::string> read_earlier_numbers(std::string_view file) {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (file.starts_with(byte_order_mark)) file.remove_prefix(byte_order_mark.size());
    std::vector<EarlierNumber> numbers;
    std::unordered_set<std::string> visitors;
    int count = 0;
    while (!file.empty()) {
        const std::string_view line = text::trimmed(text::take_part(file, '\n'));
        ++count;
        if (line.empty()) continue;
        auto read = read_line(line);
        const auto wrong = [&](const std::string& what) {
            return std::unexpected("line " + std::to_string(count) + ": " + what);
        };
        if (!read && count == 1) continue;
        if (!read) return wrong("a line has a visitor, a comma and a number");
        if (!visitors.insert(read->visitor).second) return wrong("this visitor was there before");
        if (numbers.size() == Records::most_units) return wrong("there are more than a million");
        numbers.push_back(*std::move(read));
    }
    if (numbers.empty()) return std::unexpected("no line has a visitor, a comma and a number");
    return numbers;
}

}  // namespace kibitz::experiments
