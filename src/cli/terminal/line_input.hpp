// Lines of input, waited for no longer than wanted.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/terminal/timed_reader.hpp"

namespace kibitz::cli {

enum class InputEvent : std::uint8_t {
    line,
    timeout,
    interrupted,  // by a signal
    end,          // no more input, or it cannot be read
};

class LineInput {
   public:
    explicit LineInput(int descriptor) : reader_(descriptor) {}

    // Waits for a line at most so many milliseconds, for ever without a number.
    InputEvent wait(std::optional<std::int64_t> milliseconds = std::nullopt);
    // After InputEvent::line: it, without its end.
    [[nodiscard]] const std::string& line() const { return line_; }

   private:
    bool take_line();

    TimedReader reader_;
    std::string buffer_;
    std::string line_;
    bool at_end_ = false;
};

}  // namespace kibitz::cli
