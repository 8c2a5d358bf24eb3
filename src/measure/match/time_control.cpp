#include "match/time_control.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>

#include "text/numbers.hpp"

namespace kibitz::match {

namespace {

using text::parse_number;

std::optional<Milliseconds> parse_seconds(std::string_view text) {
    constexpr double longest_seconds = 1e7;
    const auto seconds = parse_number<double>(text);
    if (!seconds || !(*seconds >= 0) || *seconds > longest_seconds) return std::nullopt;
    return Milliseconds(std::llround(*seconds * 1000));
}

std::string seconds_text(Milliseconds time) {
    char text[32];
    std::snprintf(text, sizeof text, "%g", static_cast<double>(time.count()) / 1000);
    return text;
}

}  // namespace

std::expected<TimeControl, std::string> parse_time_control(std::string_view text) {
    const auto wrong = [](std::string_view what, std::string_view part) {
        return std::unexpected("is not a time control: " + std::string(what) + " \"" +
                               std::string(part) + "\"");
    };
    TimeControl control;
    if (const auto slash = text.find('/'); slash != std::string_view::npos) {
        const std::string_view number = text.substr(0, slash);
        const bool is_whole_game = number == "inf" || number == "infinite";
        const auto moves = is_whole_game ? std::optional(0) : parse_number<int>(number);
        if (!moves || *moves < 0) return wrong("not a number of moves:", number);
        control.moves = *moves;
        text.remove_prefix(slash + 1);
    }
    if (const auto plus = text.find('+'); plus != std::string_view::npos) {
        const auto increment = parse_seconds(text.substr(plus + 1));
        if (!increment) return wrong("not an increment in seconds:", text.substr(plus + 1));
        control.increment = *increment;
        text = text.substr(0, plus);
    }
    if (const auto colon = text.find(':'); colon != std::string_view::npos) {
        const auto minutes = parse_number<int>(text.substr(0, colon));
        if (!minutes || *minutes < 0 || *minutes > 100'000)
            return wrong("not a number of minutes:", text.substr(0, colon));
        control.base = std::chrono::minutes(*minutes);
        text.remove_prefix(colon + 1);
    }
    const auto seconds = parse_seconds(text);
    if (!seconds) return wrong("not a time in seconds:", text);
    control.base += *seconds;
    if (control.base == Milliseconds(0)) return wrong("no time to play:", text);
    return control;
}

std::string to_string(const TimeControl& control) {
    std::string text;
    if (control.moves > 0) text = std::to_string(control.moves) + "/";
    text += seconds_text(control.base);
    if (control.increment > Milliseconds(0)) text += "+" + seconds_text(control.increment);
    return text;
}

bool PlayerClock::move_made(std::chrono::nanoseconds used, Milliseconds margin) {
    const bool in_time = used <= left_ + margin;
    left_ = std::max(left_ - used, std::chrono::nanoseconds(0)) + control_.increment;
    if (moves_left_ == 0) return in_time;
    --moves_left_;
    if (moves_left_ == 0) {
        moves_left_ = control_.moves;
        left_ += control_.base;
    }
    return in_time;
}

}  // namespace kibitz::match
