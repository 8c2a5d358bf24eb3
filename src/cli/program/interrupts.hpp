// Ctrl-C as a request that a command answers in its own time, not as the end of the program.
#pragma once

#include <atomic>

namespace kibitz::cli {

// While one of these exists, SIGINT is counted. On POSIX it also wakes a system call that waits for
// input.
class InterruptCounter {
   public:
    InterruptCounter();
    ~InterruptCounter();
    InterruptCounter(const InterruptCounter&) = delete;
    InterruptCounter& operator=(const InterruptCounter&) = delete;

    // Since the start or the last reset.
    [[nodiscard]] int count() const;
    void reset();
};

// Long work that ends at the next good place uses this: from now on SIGINT and SIGTERM set the flag
// that is returned, and system calls continue.
std::atomic<bool>& catch_stop_signals();

// The same with a second chance: the first signal prints the message to standard error, another one
// ends the process at once with `exit_failure`. The message has to live as long as the program.
std::atomic<bool>& catch_stop_signals(const char* first_message);

}  // namespace kibitz::cli
