// The figures of the arena for Prometheus: how things stand, and what has happened since the server
// started. May be used by several threads.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "arena/effects.hpp"
#include "arena/game_event.hpp"
#include "serve/log/histogram.hpp"

namespace kibitz::serve {

struct ArenaMetrics {
    using Count = std::atomic<std::uint64_t>;

    // As things stand.
    Count connections = 0, games = 0, open_reports = 0;
    // It counts seconds since 1970; it is 0 where there is no certificate.
    std::atomic<std::int64_t> certificate_expires = 0;

    // These count since the server started.
    Count events = 0, log_entries = 0, moves = 0, registrations = 0, ledger_facts = 0;
    std::array<Count, arena::ending_names.size()> ended{};
    // Refused: messages of the arena's protocol, requests over HTTP, and among these registrations
    // beyond the limit.
    Count refused_messages = 0, refused_requests = 0, refused_registrations = 0;
    Count flooded = 0, does_not_read = 0;
    Histogram answer_times, commit_times;

    // An entry of the log.
    void count(const arena::LogEntry& entry);
    // The status of an answer over HTTP.
    void count_answer(int status);
    // As Prometheus reads it.
    [[nodiscard]] std::string text() const;
};

}  // namespace kibitz::serve
