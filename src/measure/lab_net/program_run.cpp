#include "lab_net/program_run.hpp"

#include <algorithm>
#include <optional>
#include <thread>

#include "text/split.hpp"
#include "uci/client/child_system.hpp"

namespace kibitz::lab_net {

namespace {

using uci_client::ChildSystem;
using uci_client::Clock;
using uci_client::PipeState;

constexpr std::size_t kept_errors = 1 << 14;
constexpr std::chrono::milliseconds pause_between_looks{100};

// The pipes of a child. Those of output and errors are open until they are found closed.
struct Pipes {
    ChildSystem& child;
    std::string_view input;
    ProgramRun& run;
    bool output_is_open = true, errors_are_open = true;

    [[nodiscard]] bool are_open() const { return output_is_open || errors_are_open; }

    void feed() {
        while (!input.empty()) {
            const auto taken = child.write(input);
            if (!taken && taken.error() == PipeState::waiting) return;
            input.remove_prefix(taken ? *taken : input.size());  // it does not want the rest
        }
        child.close_input();
    }
    void drain() {
        // Not all of what a program writes without end, or nobody would look at the time.
        constexpr int most_chunks = 64;
        for (int chunk = 0; output_is_open && chunk < most_chunks; ++chunk) {
            const auto text = child.read_output();
            if (!text) {
                output_is_open = text.error() != PipeState::closed;
                break;
            }
            run.output += *text;
        }
        for (int chunk = 0; errors_are_open && chunk < most_chunks; ++chunk) {
            const auto text = child.read_errors();
            if (!text) {
                errors_are_open = text.error() != PipeState::closed;
                break;
            }
            run.errors += *text;
            if (run.errors.size() > kept_errors)
                run.errors.erase(0, run.errors.size() - kept_errors);
        }
    }
};

std::optional<std::string> reason_to_kill(const RunLimits& limits, Clock::time_point deadline,
                                          const ProgramRun& run) {
    if (run.output.size() > limits.output_bytes)
        return "it wrote more than " + std::to_string(limits.output_bytes) + " bytes";
    if (limits.is_given_up && limits.is_given_up()) return "it was given up";
    if (Clock::now() < deadline) return std::nullopt;
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(limits.time).count();
    return "it took more than " + std::to_string(seconds) + " s";
}

}  // namespace

std::expected<ProgramRun, std::string> run_program(const uci_client::Command& command,
                                                   std::string_view input,
                                                   const RunLimits& limits) {
    const auto deadline = Clock::now() + limits.time;
    auto child = ChildSystem::start(command);
    if (!child) return std::unexpected(child.error());
    ProgramRun run;
    Pipes pipes{.child = *child, .input = input, .run = run};
    while (pipes.are_open() || !child->has_ended()) {
        pipes.feed();
        pipes.drain();
        if (auto reason = reason_to_kill(limits, deadline, run)) {
            child->kill();
            return std::unexpected(*std::move(reason));
        }
        const auto until = std::min(deadline, Clock::now() + pause_between_looks);
        if (pipes.are_open())
            child->wait({.output = pipes.output_is_open,
                         .errors = pipes.errors_are_open,
                         .input = !pipes.input.empty()},
                        until);
        else if (!child->has_ended())
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    run.status = child->kill();
    return run;
}

std::string last_line_of(std::string_view text) {
    std::string_view last;
    for (const std::string_view line : text::split(text, '\n'))
        if (line.find_first_not_of(" \t\r") != std::string_view::npos) last = line;
    return std::string(last);
}

}  // namespace kibitz::lab_net
