#include "cli/analyse/progress_bar.hpp"

#include <algorithm>
#include <cstdio>

#include "cli/terminal/paint.hpp"
#include "cli/terminal/time_text.hpp"
#include "platform/clock.hpp"

namespace kibitz::cli {
namespace {

constexpr int bar_columns = 24;

std::string bar(double share) {
    const auto filled = static_cast<std::size_t>(share * bar_columns);
    std::string text(filled, '=');
    if (filled < bar_columns) text += '>';
    text.resize(bar_columns, ' ');
    return "[" + text + "]";
}

}  // namespace

std::string progress_text(std::uint64_t done, std::optional<std::uint64_t> total,
                          std::int64_t passed_ms, const std::string& what, int width) {
    std::string text;
    if (total && *total > 0) {
        const double share = std::min(1.0, static_cast<double>(done) / static_cast<double>(*total));
        const std::string percent = std::to_string(static_cast<int>(100 * share));
        text = bar(share) + std::string(5 - percent.size(), ' ') + percent + "%  " + what;
        if (done > 0 && share < 1) {
            const double left = static_cast<double>(passed_ms) * (1 - share) / share;
            text += "   " + duration_text(static_cast<std::int64_t>(left)) + " left";
        }
    } else {
        text = std::to_string(done) + " done, " + what + "   " + duration_text(passed_ms);
    }
    const auto most = static_cast<std::size_t>(std::max(width - 1, 0));
    return text.substr(0, most);
}

ProgressBar::ProgressBar(const Terminal& terminal, std::optional<std::uint64_t> total)
    : terminal_(terminal), total_(total), began_ms_(now_ms()) {}

void ProgressBar::show(const std::string& what) {
    if (!terminal_.is_terminal) return;
    const std::string text =
        progress_text(done_, total_, now_ms() - began_ms_, what, terminal_.width);
    std::fputs((std::string(erase_line) + text).c_str(), stderr);
    visible_ = true;
}

void ProgressBar::hide() {
    if (!visible_) return;
    std::fputs(std::string(erase_line).c_str(), stderr);
    visible_ = false;
}

}  // namespace kibitz::cli
