#include "uci/client/engine_process.hpp"

#include <filesystem>
#include <vector>

#include "platform/paths.hpp"

namespace kibitz::uci_client {

namespace {

// A crashing process closes its pipes a little before it can be waited for.
constexpr auto crash_patience = std::chrono::milliseconds(500);

// As other runners find it: a program that is in the folder it is to run in need not say so. Others
// are looked for as the system does, from that folder.
std::string find_program(const std::string& command, const std::string& directory) {
    const std::filesystem::path path = path_of(command);
    if (directory.empty() || path.is_absolute()) return command;
    std::vector<std::filesystem::path> places{path_of(directory) / path};
    if (path.has_parent_path()) places.push_back(path);  // of a bare name, PATH decides
    std::error_code ignored;
    for (const std::filesystem::path& place : places)
        if (std::filesystem::is_regular_file(place, ignored))
            return std::filesystem::absolute(place, ignored).string();
    return command;
}

}  // namespace

std::expected<EngineProcess, Fault> EngineProcess::start(const players::ExternalSettings& program,
                                                         const Handling& handling) {
    auto process = ChildProcess::start({.program = find_program(program.command, program.directory),
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
