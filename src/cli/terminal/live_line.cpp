#include "cli/terminal/live_line.hpp"

#include <algorithm>
#include <cstdio>

#include "cli/terminal/paint.hpp"

namespace kibitz::cli {

LiveLine::LiveLine(std::chrono::nanoseconds at_terminal, std::chrono::nanoseconds elsewhere)
    : terminal_(terminal_at(standard_output)),
      pause_(terminal_.is_terminal ? at_terminal : elsewhere) {}

bool LiveLine::is_due() const { return Clock::now() >= due_; }

void LiveLine::show(const std::string& line) {
    due_ = Clock::now() + pause_;
    if (!terminal_.is_terminal) return say(line);
    erase();
    const auto most = static_cast<std::size_t>(std::max(0, terminal_.width - 1));
    std::fputs(line.substr(0, most).c_str(), stdout);
    std::fflush(stdout);
    is_visible_ = true;
}

void LiveLine::say(const std::string& line) {
    erase();
    std::puts(line.c_str());
    std::fflush(stdout);
}

void LiveLine::erase() {
    if (is_visible_) std::fputs(std::string(erase_line).c_str(), stdout);
    is_visible_ = false;
}

}  // namespace kibitz::cli
