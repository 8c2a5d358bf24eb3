// EngineProcess: the process of an engine with our patience with it. Whatever goes wrong when it is
// written to or read from becomes a Fault, and then the process is gone.
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
    // The next line, even one that came in after the deadline; arrival() tells.
    std::expected<std::string_view, ReadEnd> read_line(TimePoint deadline) {
        return process_.read_line(deadline);
    }
    // A program that writes without end does not get past this deadline.
    std::expected<std::string_view, ReadEnd> read_before(TimePoint deadline);
    [[nodiscard]] TimePoint arrival() const { return process_.arrival(); }
    // Hands over the lines that came in unasked; a program that writes without end is found out
    // when it is waited for.
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

    // What it means that no line came: it has ended, hangs or writes without end. Kills it.
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
