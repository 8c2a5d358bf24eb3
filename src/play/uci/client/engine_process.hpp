// EngineProcess: the process of an engine and the deadlines for its answers. Whatever goes wrong
// when writing to it or reading from it becomes a Fault, and then the process is gone.
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "uci/client/child_process.hpp"
#include "uci/client/fault.hpp"
#include "uci/client/playing_engine.hpp"

namespace kibitz::uci_client {

class EngineProcess {
   public:
    // The fault is failed_to_start.
    static std::expected<EngineProcess, Fault> start(const players::ExternalSettings& program,
                                                     const Handling& handling);

    std::expected<void, Fault> send(std::string_view text);
    // The next line, even one that arrived after the deadline; arrival() returns when.
    std::expected<std::string_view, ReadEnd> read_line(TimePoint deadline) {
        return process_.read_line(deadline);
    }
    // This deadline also ends the wait for a program that writes without end.
    std::expected<std::string_view, ReadEnd> read_before(TimePoint deadline);
    [[nodiscard]] TimePoint arrival() const { return process_.arrival(); }
    // Passes on the unrequested lines that have arrived; a program that writes without end is
    // detected when an answer is awaited.
    template <class Take>
    void take_pending(Take take) {
        constexpr TimePoint at_once{};
        constexpr int most_lines = 10'000;
        for (int lines = 0; lines < most_lines; ++lines) {
            const auto line = process_.read_line(at_once);
            if (!line) return;
            take(*line);
        }
    }

    // The fault if no line came: the process has ended, hangs or writes without end. Kills it.
    Fault lost(ReadEnd end, std::string_view while_doing);
    // Writes "quit" and waits; kills it if it stays. How it ended.
    ExitStatus quit();
    ExitStatus kill();

    [[nodiscard]] bool is_alive() const { return alive_; }
    [[nodiscard]] const Patience& patience() const { return patience_; }
    [[nodiscard]] const std::string& error_output() const { return process_.error_output(); }

   private:
    EngineProcess(ChildProcess process, const Patience& patience)
        : process_(std::move(process)), patience_(patience) {}

    ChildProcess process_;
    Patience patience_;
    bool alive_ = true;
};

}  // namespace kibitz::uci_client
