// ChildSystem: a process with pipes as the system has it, for ChildProcess. No call waits but
// start(), wait() and kill().
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <string>
#include <string_view>

#include "uci/client/child_command.hpp"

namespace kibitz::uci_client {

enum class PipeState : std::uint8_t {
    waiting,  // nothing to read, or no room to write, for now
    closed,   // by the other side or by us, or broken
};

// What there is to do at the pipes of a child: something to read or the end of it, room to write.
struct PipeEvents {
    bool output = false;
    bool errors = false;
    bool input = false;
};

class ChildSystem {
   public:
    // The error is a text: what could not be done and the system's reason.
    static std::expected<ChildSystem, std::string> start(const Command& command);

    ChildSystem(ChildSystem&& other) noexcept;
    ChildSystem& operator=(ChildSystem&& other) noexcept;
    ~ChildSystem();  // kills as kill() does

    // How much of the text was taken, at least a byte.
    std::expected<std::size_t, PipeState> write(std::string_view text);
    // At least a byte; valid until the next call.
    std::expected<std::string_view, PipeState> read_output();
    std::expected<std::string_view, PipeState> read_errors();
    void close_input();
    // Waits until one of the wanted things is there. At the deadline, or earlier if the system
    // wishes, nothing is. A pipe that has been found closed has no events.
    PipeEvents wait(PipeEvents wanted, TimePoint deadline);

    [[nodiscard]] bool has_ended();
    // Kills the process and all that it started, and waits for it; how it ended, if it had before.
    ExitStatus kill();

   private:
    struct State;
    explicit ChildSystem(std::unique_ptr<State> state);

    std::unique_ptr<State> state_;  // null once moved from
};

}  // namespace kibitz::uci_client
