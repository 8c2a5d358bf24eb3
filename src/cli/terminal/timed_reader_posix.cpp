#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "cli/terminal/timed_reader.hpp"

namespace kibitz::cli {

struct TimedReader::Source {
    int descriptor;
};

TimedReader::TimedReader(int descriptor) : source_(std::make_shared<Source>(descriptor)) {}

TimedReader::~TimedReader() = default;

std::expected<std::string, NoInput> TimedReader::read(std::optional<std::int64_t> milliseconds) {
    constexpr std::int64_t longest_wait = 1'000'000'000;  // fits an int; the caller asks again
    constexpr int for_ever = -1;
    pollfd watched{.fd = source_->descriptor, .events = POLLIN, .revents = 0};
    const int timeout =
        milliseconds ? static_cast<int>(std::min(*milliseconds, longest_wait)) : for_ever;
    const int ready = ::poll(&watched, 1, timeout);
    if (ready == 0) return std::unexpected(NoInput::yet);
    char chunk[4096];
    const ssize_t size = ready < 0 ? -1 : ::read(source_->descriptor, chunk, sizeof chunk);
    if (size > 0) return std::string(chunk, static_cast<std::size_t>(size));
    return std::unexpected(size < 0 && errno == EINTR ? NoInput::interrupted : NoInput::any_more);
}

}  // namespace kibitz::cli
