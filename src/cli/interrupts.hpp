// Ctrl-C as a wish that is counted, not as the end of the program.
#pragma once

namespace kibitz::cli {

// While one of these exists, SIGINT is counted. It also wakes a system call that waits for input.
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

}  // namespace kibitz::cli
