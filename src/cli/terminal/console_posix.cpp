#include "cli/terminal/console.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

namespace kibitz::cli {

void prepare_console() {}

std::span<char*> command_line(int argc, char** argv) {
    return {argv, static_cast<std::size_t>(argc)};
}

bool is_terminal(int descriptor) { return ::isatty(descriptor) == 1; }

std::optional<int> terminal_width(int descriptor) {
    winsize size{};
    if (::ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return std::nullopt;
    return size.ws_col;
}

std::string terminal_environment(const char* name) { return process_environment(name); }

}  // namespace kibitz::cli
