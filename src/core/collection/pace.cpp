#include "collection/pace.hpp"

#include <array>

#include "text/numbers.hpp"
#include "text/split.hpp"

namespace kibitz::collection {

namespace {

constexpr std::array names = {"unknown", "bullet", "blitz", "rapid", "classical", "correspondence"};

constexpr std::int64_t usual_moves = 40;
constexpr std::int64_t half_a_day = 43'200;  // seconds

struct Allowance {
    std::int64_t seconds = 0;  // for the usual number of moves
    bool is_by_mail = false;
};

// "40/7200", "300+3", "*180" or "600".
std::optional<Allowance> allowance_of(std::string_view period) {
    if (period.starts_with('*')) period.remove_prefix(1);
    const std::size_t slash = period.find('/');
    const std::string_view after = period.substr(slash == std::string_view::npos ? 0 : slash + 1);
    const std::size_t plus = after.find('+');
    const auto base = text::parse_number<std::uint32_t>(after.substr(0, plus));
    if (!base) return std::nullopt;
    std::uint32_t increment = 0;
    if (plus != std::string_view::npos) {
        const auto number = text::parse_number<std::uint32_t>(after.substr(plus + 1));
        if (!number) return std::nullopt;
        increment = *number;
    }
    Allowance allowance{.seconds = *base + usual_moves * increment, .is_by_mail = false};
    if (slash != std::string_view::npos) {
        const auto moves = text::parse_number<std::uint32_t>(period.substr(0, slash));
        if (!moves || *moves == 0) return std::nullopt;
        allowance.is_by_mail = *base / *moves >= half_a_day;
    }
    return allowance;
}

}  // namespace

const char* to_string(Pace pace) { return names[static_cast<std::size_t>(pace)]; }

std::optional<Pace> parse_pace(std::string_view word) {
    for (std::size_t i = 0; i < names.size(); ++i)
        if (word == names[i]) return static_cast<Pace>(i);
    return std::nullopt;
}

Pace pace_of(std::string_view time_control) {
    constexpr std::int64_t least_blitz = 180, least_rapid = 480, least_classical = 1500;
    if (time_control == "-") return Pace::correspondence;
    std::int64_t seconds = 0;
    for (const std::string_view period : text::split(time_control, ':')) {
        const auto allowance = allowance_of(period);
        if (!allowance) return Pace::unknown;
        if (allowance->is_by_mail) return Pace::correspondence;
        seconds += allowance->seconds;
    }
    if (seconds < least_blitz) return Pace::bullet;
    if (seconds < least_rapid) return Pace::blitz;
    return seconds < least_classical ? Pace::rapid : Pace::classical;
}

}  // namespace kibitz::collection
