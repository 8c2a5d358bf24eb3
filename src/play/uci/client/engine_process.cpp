#include "uci/client/engine_process.hpp"

namespace kibitz::uci_client {

namespace {

// A crashing process closes its pipes a little before it can be waited for.
constexpr auto crash_patience = std::chrono::milliseconds(500);

}  // namespace

std::expected<EngineProcess, Fault> EngineProcess::start(const players::ExternalSettings& program,
                                                         const Handling& handling) {
    auto process = ChildProcess::start({.program = program.command,
                                        .arguments = program.arguments,
                                        .directory = program.directory,
                                        .cpu = handling.cpu,
                                        .error_file = handling.error_file});
    if (!process) return std::unexpected(Fault{FaultKind::failed_to_start, process.error()});
    EngineProcess engine(*std::move(process), handling.patience);
    if (!handling.first_words.empty())
        if (const auto sent = engine.send(handling.first_words); !sent)
            return std::unexpected(sent.error());
    return engine;
}

std::expected<void, Fault> EngineProcess::send(std::string_view text) {
    if (alive_ && process_.write(text, Clock::now() + patience_.ready)) return {};
    return std::unexpected(lost(ReadEnd::closed, "when it was written to"));
}

std::expected<std::string_view, ReadEnd> EngineProcess::read_before(TimePoint deadline) {
    const auto line = process_.read_line(deadline);
    if (line && process_.arrival() > deadline) return std::unexpected(ReadEnd::timeout);
    return line;
}

Fault EngineProcess::lost(ReadEnd end, std::string_view while_doing) {
    if (!alive_) return {FaultKind::crash, "it was stopped before"};
    alive_ = false;
    const std::string doing(while_doing);
    if (end == ReadEnd::too_long) {
        process_.kill();
        return {FaultKind::garbage, "a line without end " + doing};
    }
    if (end == ReadEnd::timeout) {
        process_.kill();
        return {FaultKind::stall, "no answer " + doing};
    }
    const auto status = process_.wait(crash_patience);
    if (!status) {
        process_.kill();
        return {FaultKind::crash, "closed its pipes " + doing};
    }
    return {FaultKind::crash, doing, status};
}

ExitStatus EngineProcess::quit() {
    if (alive_) {
        alive_ = false;
        [[maybe_unused]] const bool written =
            process_.write("quit\n", Clock::now() + patience_.quit);
        process_.close_input();
        if (const auto status = process_.wait(patience_.quit)) return *status;
    }
    return process_.kill();
}

ExitStatus EngineProcess::kill() {
    alive_ = false;
    return process_.kill();
}

}  // namespace kibitz::uci_client
