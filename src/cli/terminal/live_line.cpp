#include "cli/terminal/live_line.hpp"

#include <algorithm>
#include <cstdio>

#include "cli/terminal/paint.hpp"

namespace kibitz::cli {

LiveLine::LiveLine(std::chrono::nanoseconds at_terminal, std::chrono::nanoseconds elsewhere)
    : stream_(stdout),
      terminal_(terminal_at(standard_output)),
      pause_(terminal_.is_terminal ? at_terminal : elsewhere) {}

LiveLine LiveLine::beside_result(std::chrono::nanoseconds pause) {
    LiveLine line(pause, pause);
    line.stream_ = stderr;
    line.terminal_ = terminal_at(standard_error);
    line.is_wanted_ = line.terminal_.is_terminal;
    line.due_ = Clock::now() + pause;
    return line;
}

bool LiveLine::is_due() const { return is_wanted_ && Clock::now() >= due_; }

void LiveLine::show(const std::string& line) {
    due_ = Clock::now() + pause_;
    if (!terminal_.is_terminal) return say(line);
    erase();
    const auto most = static_cast<std::size_t>(std::max(0, terminal_.width - 1));
    std::fputs(line.substr(0, most).c_str(), stream_);
    std::fflush(stream_);
    is_visible_ = true;
}

void LiveLine::say(const std::string& line) {
    erase();
    std::fputs((line + '\n').c_str(), stream_);
    std::fflush(stream_);
}

void LiveLine::erase() {
    if (is_visible_) std::fputs(std::string(erase_line).c_str(), stream_);
    is_visible_ = false;
}

}  // namespace kibitz::cli
