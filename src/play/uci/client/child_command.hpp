// What a child process is to run, and how one ended.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace kibitz::uci_client {

using Clock = std::chrono::steady_clock;
using TimePoint = Clock::time_point;

struct Command {
    std::string program;  // a path, or a name looked up in PATH
    std::vector<std::string> arguments{};
    std::string directory{};   // to run in; empty for ours
    std::optional<int> cpu{};  // the logical core to run on
    std::string error_file{};  // its standard error is appended to it; empty: the last part is kept
};

// How a process ended: by itself with a code, or by a signal, which on Windows is an exception that
// nobody caught.
struct ExitStatus {
    bool by_signal = false;
    int number = 0;  // exit code or signal

    bool operator==(const ExitStatus&) const = default;
};
// "exit code 3", "signal 11 (Segmentation fault)", "exception C0000005 (access violation)"
std::string to_string(const ExitStatus& status);

}  // namespace kibitz::uci_client
