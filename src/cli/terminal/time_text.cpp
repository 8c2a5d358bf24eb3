#include "cli/terminal/time_text.hpp"

#include <cmath>
#include <cstdio>
#include <ctime>
#include <optional>

#include "platform/local_time.hpp"
#include "text/numbers.hpp"

namespace kibitz::cli {
namespace {

constexpr double ms_per_second = 1000, ms_per_minute = 60'000;
constexpr double longest_ms = 1e12;  // 30 years

}  // namespace

std::expected<std::int64_t, std::string> parse_duration(std::string_view text) {
    struct Unit {
        std::string_view suffix;
        double ms;
    };
    constexpr Unit units[] = {
        {"ms", 1}, {"s", ms_per_second}, {"m", ms_per_minute}, {"", ms_per_second}};
    for (const Unit& unit : units) {
        if (!text.ends_with(unit.suffix)) continue;
        const auto number =
            text::parse_number<double>(text.substr(0, text.size() - unit.suffix.size()));
        if (!number) break;
        const double ms = std::round(*number * unit.ms);
        if (ms < 1 || ms > longest_ms) break;
        return static_cast<std::int64_t>(ms);
    }
    return std::unexpected("\"" + std::string(text) +
                           "\" is no length of time: write 500ms, 2s, 1.5 (seconds) or 2m");
}

std::expected<TypedClock, std::string> parse_clock(std::string_view text) {
    const std::size_t plus = text.find('+');
    const auto minutes = text::parse_number<double>(text.substr(0, plus));
    const auto seconds = plus == std::string_view::npos
                             ? std::optional(0.0)
                             : text::parse_number<double>(text.substr(plus + 1));
    const bool good = minutes && seconds && *seconds >= 0 && *minutes * ms_per_minute >= 1 &&
                      *minutes * ms_per_minute <= longest_ms &&
                      *seconds * ms_per_second <= longest_ms;
    if (!good)
        return std::unexpected("\"" + std::string(text) +
                               "\" is no clock: write minutes, or minutes+seconds a move, as in "
                               "10 or 10+5");
    return TypedClock{static_cast<std::int64_t>(std::round(*minutes * ms_per_minute)),
                      static_cast<std::int64_t>(std::round(*seconds * ms_per_second))};
}

std::string date_text() {
    const std::tm local = local_time(std::time(nullptr));
    char text[16];
    std::strftime(text, sizeof text, "%Y.%m.%d", &local);
    return text;
}

std::string duration_text(std::int64_t ms) {
    constexpr std::int64_t tenths_below_ms = 10'000;
    const long long seconds = ms / 1000, minutes = seconds / 60, hours = minutes / 60;
    char text[48];
    if (ms < tenths_below_ms)
        std::snprintf(text, sizeof text, "%.1f s", static_cast<double>(ms) / ms_per_second);
    else if (minutes == 0)
        std::snprintf(text, sizeof text, "%lld s", seconds);
    else if (hours == 0)
        std::snprintf(text, sizeof text, "%lld min %02lld s", minutes, seconds % 60);
    else
        std::snprintf(text, sizeof text, "%lld h %02lld min", hours, minutes % 60);
    return text;
}

}  // namespace kibitz::cli
