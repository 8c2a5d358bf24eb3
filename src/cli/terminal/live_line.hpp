// A line of progress: at a terminal always in the same place, elsewhere a new one now and then.
#pragma once

#include <chrono>
#include <cstdio>
#include <string>

#include "cli/terminal/terminal.hpp"

namespace kibitz::cli {

class LiveLine {
   public:
    // How long a line stands, at a terminal and elsewhere. The line is on the standard output.
    LiveLine(std::chrono::nanoseconds at_terminal, std::chrono::nanoseconds elsewhere);
    // For commands whose output is their result: the line is on the standard error, after the first
    // pause, and only at a terminal.
    static LiveLine beside_result(std::chrono::nanoseconds pause);

    // Whether it is time for another line: the first is due at once.
    [[nodiscard]] bool is_due() const;
    // Shows the line; at a terminal only as much of it as fits, since what wraps cannot be erased.
    void show(const std::string& line);
    // A line that stays.
    void say(const std::string& line);
    // Takes the line away, if one is shown.
    void erase();

   private:
    using Clock = std::chrono::steady_clock;

    std::FILE* stream_;
    Terminal terminal_;
    std::chrono::nanoseconds pause_;
    bool is_wanted_ = true;
    Clock::time_point due_{};
    bool is_visible_ = false;
};

}  // namespace kibitz::cli
