#include "uci/client/child_process.hpp"

#include <algorithm>
#include <thread>
#include <utility>

namespace kibitz::uci_client {

std::expected<ChildProcess, std::string> ChildProcess::start(const Command& command) {
    auto system = ChildSystem::start(command);
    if (!system) return std::unexpected(system.error());
    return ChildProcess(*std::move(system));
}

bool ChildProcess::wait_for_event(TimePoint deadline, bool for_writing) {
    const bool has_room = buffer_.size() <= max_line_length;
    for (;;) {
        const PipeEvents events =
            system_.wait({.output = has_room, .errors = true, .input = for_writing}, deadline);
        if (events.errors) drain_error_output();
        if (events.output || events.input) return true;
        if (!events.errors && Clock::now() >= deadline) return false;
    }
}

void ChildProcess::drain_error_output() {
    while (const auto text = system_.read_errors()) {
        error_output_.append(*text);
        if (error_output_.size() > kept_error_output)
            error_output_.erase(0, error_output_.size() - kept_error_output);
    }
}

bool ChildProcess::write(std::string_view text, TimePoint deadline) {
    while (!text.empty()) {
        if (const auto taken = system_.write(text)) {
            text.remove_prefix(*taken);
            continue;
        } else if (taken.error() == PipeState::closed) {
            return false;
        }
        // Its output may be full as well: let it flow into our buffer, or both would wait.
        if (!wait_for_event(deadline, true)) return false;
        if (buffer_.size() > max_line_length) continue;
        if (const auto bytes = system_.read_output()) take(*bytes);
    }
    return true;
}

void ChildProcess::take(std::string_view output) {
    arrival_ = Clock::now();
    buffer_ += output;
}

std::expected<std::string_view, ReadEnd> ChildProcess::read_line(TimePoint deadline) {
    for (;;) {
        const std::size_t end = buffer_.find('\n', std::max(scanned_, begin_));
        if (end != std::string::npos) {
            std::string_view line(buffer_.data() + begin_, end - begin_);
            begin_ = scanned_ = end + 1;
            if (line.ends_with('\r')) line.remove_suffix(1);
            return line;
        }
        buffer_.erase(0, begin_);
        begin_ = 0;
        scanned_ = buffer_.size();
        if (buffer_.size() > max_line_length) return std::unexpected(ReadEnd::too_long);

        if (const auto bytes = system_.read_output())
            take(*bytes);
        else if (bytes.error() == PipeState::closed)
            return std::unexpected(ReadEnd::closed);
        else if (!wait_for_event(deadline, false))
            return std::unexpected(ReadEnd::timeout);
    }
}

std::optional<ExitStatus> ChildProcess::wait(Clock::duration at_most) {
    const TimePoint deadline = Clock::now() + at_most;
    auto pause = std::chrono::microseconds(100);
    constexpr auto longest_pause = std::chrono::microseconds(10'000);
    while (!system_.has_ended()) {
        if (Clock::now() >= deadline) return std::nullopt;
        std::this_thread::sleep_for(pause);
        pause = std::min(pause * 2, longest_pause);
    }
    return kill();
}

ExitStatus ChildProcess::kill() {
    const ExitStatus status = system_.kill();
    drain_error_output();
    return status;
}

}  // namespace kibitz::uci_client
