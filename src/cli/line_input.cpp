#include "cli/line_input.hpp"

#include <algorithm>
#include <cerrno>

#include <poll.h>
#include <unistd.h>

namespace kibitz::cli {

InputEvent LineInput::wait(std::optional<std::int64_t> milliseconds) {
    constexpr std::int64_t longest_wait = 1'000'000'000;  // fits an int; the caller asks again
    constexpr int for_ever = -1;
    for (;;) {
        if (take_line()) return InputEvent::line;
        if (at_end_) return InputEvent::end;
        pollfd watched{.fd = descriptor_, .events = POLLIN, .revents = 0};
        const int timeout =
            milliseconds ? static_cast<int>(std::min(*milliseconds, longest_wait)) : for_ever;
        const int ready = ::poll(&watched, 1, timeout);
        if (ready == 0) return InputEvent::timeout;
        if (ready < 0) {
            if (errno == EINTR) return InputEvent::interrupted;
            at_end_ = true;
            continue;
        }
        char chunk[4096];
        const ssize_t size = ::read(descriptor_, chunk, sizeof chunk);
        if (size > 0)
            buffer_.append(chunk, static_cast<std::size_t>(size));
        else if (size < 0 && errno == EINTR)
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
