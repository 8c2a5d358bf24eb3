#include "cli/lab/daily_hours.hpp"

#include <charconv>
#include <optional>

namespace kibitz::cli {

namespace {

using std::chrono::hours;
using std::chrono::minutes;

constexpr minutes day = hours(24);

std::optional<int> hour_or_minute(std::string_view text) {
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || number < 0) return std::nullopt;
    return number;
}

// 7, 07:30, 24
std::optional<minutes> time_of_day(std::string_view text) {
    const std::size_t colon = text.find(':');
    const auto hour = hour_or_minute(text.substr(0, colon));
    const auto minute =
        colon == std::string_view::npos ? std::optional(0) : hour_or_minute(text.substr(colon + 1));
    if (!hour || !minute || *minute >= 60) return std::nullopt;
    const minutes time = hours(*hour) + minutes(*minute);
    return time <= day ? std::optional(time) : std::nullopt;
}

}  // namespace

std::expected<DailyHours, std::string> DailyHours::parse(std::string_view text) {
    const std::size_t dash = text.find('-');
    const auto from = time_of_day(text.substr(0, dash));
    const auto to =
        dash == std::string_view::npos ? std::nullopt : time_of_day(text.substr(dash + 1));
    if (!from || !to || *from == *to)
        return std::unexpected("\"" + std::string(text) +
                               "\" are no hours of a day; write them as 22-7 or 18:30-23");
    return DailyHours(*from, *to);
}

bool DailyHours::contains(minutes time) const {
    if (from_ < to_) return from_ <= time && time < to_;
    return from_ <= time || time < to_;
}

}  // namespace kibitz::cli
