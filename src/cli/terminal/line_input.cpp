#include "cli/terminal/line_input.hpp"

namespace kibitz::cli {

InputEvent LineInput::wait(std::optional<std::int64_t> milliseconds) {
    for (;;) {
        if (take_line()) return InputEvent::line;
        if (at_end_) return InputEvent::end;
        const auto bytes = reader_.read(milliseconds);
        if (bytes)
            buffer_ += *bytes;
        else if (bytes.error() == NoInput::yet)
            return InputEvent::timeout;
        else if (bytes.error() == NoInput::interrupted)
            return InputEvent::interrupted;
        else
            at_end_ = true;
    }
}

// The last line of a file may lack its end.
bool LineInput::take_line() {
    const std::size_t end = buffer_.find('\n');
    if (end == std::string::npos && (!at_end_ || buffer_.empty())) return false;
    line_ = buffer_.substr(0, end);
    buffer_.erase(0, end == std::string::npos ? end : end + 1);
    if (line_.ends_with('\r')) line_.pop_back();
    return true;
}

}  // namespace kibitz::cli
