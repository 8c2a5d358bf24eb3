// A program that is run to its end: with its whole input, its whole output and a limit on both time
// and output. Commands that build and measure engines use it.
#pragma once

#include <chrono>
#include <expected>
#include <functional>
#include <string>
#include <string_view>

#include "uci/client/child_command.hpp"

namespace kibitz::lab_net {

struct RunLimits {
    std::chrono::milliseconds time = std::chrono::minutes(1);
    std::size_t output_bytes = 1 << 20;
    // Asked about several times a second; null for never.
    std::function<bool()> is_given_up = nullptr;
};

struct ProgramRun {
    uci_client::ExitStatus status;
    std::string output;
    std::string errors;  // the last part of its standard error

    [[nodiscard]] bool has_succeeded() const { return !status.by_signal && status.number == 0; }
};

// The error says that it could not be started, took too long, wrote too much or was given up; then
// it has been killed, with all that it started.
std::expected<ProgramRun, std::string> run_program(const uci_client::Command& command,
                                                   std::string_view input, const RunLimits& limits);

// The last line that is not blank, for a message.
std::string last_line_of(std::string_view text);

}  // namespace kibitz::lab_net
