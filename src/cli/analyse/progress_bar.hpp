// A progress bar on the last line of a terminal, with the time still to go.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/terminal/terminal.hpp"

namespace kibitz::cli {

// "[=====>     ]  42%  game 2, 14. Nf3   1 min 20 s left". Without a total only the count and the
// time passed are shown. The text has at most `width` columns.
std::string progress_text(std::uint64_t done, std::optional<std::uint64_t> total,
                          std::int64_t passed_ms, const std::string& what, int width);

// Writes to standard error if that is a terminal; otherwise does nothing.
class ProgressBar {
   public:
    ProgressBar(const Terminal& terminal, std::optional<std::uint64_t> total);
    ~ProgressBar() { hide(); }
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

    // `count` more is done.
    void advance(std::uint64_t count = 1) { done_ += count; }
    // Draws the bar; `what` is being worked on.
    void show(const std::string& what);
    // Makes room for other output.
    void hide();

   private:
    Terminal terminal_;
    std::optional<std::uint64_t> total_;
    std::uint64_t done_ = 0;
    std::int64_t began_ms_;
    bool visible_ = false;
};

}  // namespace kibitz::cli
