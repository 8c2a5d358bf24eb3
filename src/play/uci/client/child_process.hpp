// ChildProcess: a program started with pipes, read by lines with deadlines, and never left behind.
//
// The child runs in a process group of its own, so that a Ctrl-C in the terminal reaches only us,
// and it is killed with its whole group when the object goes away. What it writes on its standard
// error is drained and its last part kept. Writing to a child that has gone is an error value:
// SIGPIPE is ignored from the first start on.
//
// Not for use by two threads at once, and the thread that started it has to outlive it: the system
// kills the child when that thread ends, so that children go even if we are killed.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "uci/client/child_command.hpp"
#include "uci/client/child_system.hpp"

namespace kibitz::uci_client {

enum class ReadEnd {
    timeout,   // nothing complete by the deadline
    closed,    // the child closed its output
    too_long,  // more than max_line_length without an end of line
};

class ChildProcess {
   public:
    static constexpr std::size_t max_line_length = 1 << 20;
    static constexpr std::size_t kept_error_output = 1 << 13;

    // The error is a text: what could not be done and the system's reason.
    static std::expected<ChildProcess, std::string> start(const Command& command);

    // It is false if the child closed its input or took nothing until the deadline.
    [[nodiscard]] bool write(std::string_view text, TimePoint deadline);
    // The next line without its end; valid until the next call that reads or writes.
    std::expected<std::string_view, ReadEnd> read_line(TimePoint deadline);
    // When the end of the last line returned came in.
    [[nodiscard]] TimePoint arrival() const { return arrival_; }

    // How it ended, or nothing if it still runs after that time.
    std::optional<ExitStatus> wait(Clock::duration at_most);
    void close_input() { system_.close_input(); }
    // Kills the process and its group, and waits for it; how it ended, if it had before.
    ExitStatus kill();

    // The last part of what the child wrote on its standard error.
    [[nodiscard]] const std::string& error_output() const { return error_output_; }

   private:
    explicit ChildProcess(ChildSystem system) : system_(std::move(system)) {}
    // Waits for something to read (or, if asked, for room to write); false at the deadline.
    bool wait_for_event(TimePoint deadline, bool for_writing);
    void drain_error_output();
    void take(std::string_view output);

    ChildSystem system_;
    std::string buffer_;
    std::size_t begin_ = 0;    // start of the unread part of buffer_
    std::size_t scanned_ = 0;  // no end of line before this
    TimePoint arrival_;
    std::string error_output_;
};

}  // namespace kibitz::uci_client
