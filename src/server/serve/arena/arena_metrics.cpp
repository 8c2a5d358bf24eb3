#include "serve/arena/arena_metrics.hpp"

#include <algorithm>
#include <initializer_list>
#include <utility>

#include "arena/accounts.hpp"
#include "arena/contests/contests.hpp"
#include "arena/fields.hpp"
#include "arena/purses.hpp"
#include "net/http_status.hpp"

namespace kibitz::serve {

namespace {

std::string gauge(const std::string& name, const std::string& help, std::uint64_t value) {
    return gauge_text("kibitz_arena_" + name, help, value);
}

std::string counter(const std::string& name, const std::string& help, std::uint64_t value) {
    return counter_text("kibitz_arena_" + name + "_total", help, value);
}

using Labelled = std::vector<std::pair<std::string, std::uint64_t>>;
std::string counter(const std::string& name, const std::string& help, const char* label,
                    const Labelled& values) {
    const std::string full = "kibitz_arena_" + name + "_total";
    std::string lines = metric_head(full, help, "counter");
    for (const auto& [kind, value] : values)
        lines += full + "{" + label + "=\"" + kind + "\"} " + std::to_string(value) + "\n";
    return lines;
}

}  // namespace

void ArenaMetrics::count(const arena::LogEntry& entry) {
    ++log_entries;
    const std::string type = arena::text_field(entry.fact, "type").value_or("");
    if (entry.stream == arena::Purses::stream) {
        ++ledger_facts;
    } else if (entry.stream == arena::Accounts::stream) {
        if (type == "account") ++registrations;
    } else if (!arena::Contests::has_stream(entry.stream)) {
        if (type == "move") ++moves;
        const auto ending = std::ranges::find(arena::ending_names,
                                              arena::text_field(entry.fact, "ending").value_or(""),
                                              [](const char* name) { return std::string(name); });
        if (type == "end" && ending != arena::ending_names.end())
            ++ended[static_cast<std::size_t>(ending - arena::ending_names.begin())];
    }
}

void ArenaMetrics::count_answer(int status) {
    if (status == net::status_too_many_requests)
        ++refused_registrations;
    else if (status >= net::status_bad_request)
        ++refused_requests;
}

std::string ArenaMetrics::text() const {
    Labelled endings;
    for (std::size_t i = 0; i < ended.size(); ++i)
        endings.emplace_back(arena::ending_names[i], ended[i]);
    std::string text =
        gauge("connections", "Connections to the arena.", connections) +
        gauge("games", "Games being played.", games) +
        gauge("open_reports", "Reports by players that the operator has not closed.", open_reports);
    if (certificate_expires != 0)
        text += gauge("certificate_expires_timestamp_seconds",
                      "When the certificate of the encrypted address expires.",
                      static_cast<std::uint64_t>(certificate_expires));
    return text + counter("events", "Events that the arena handled.", events) +
           counter("log_entries", "Entries written to the log.", log_entries) +
           counter("moves", "Moves played.", moves) +
           counter("games_ended", "Games that ended, by how.", "ending", endings) +
           counter("registrations", "Names registered.", registrations) +
           counter("ledger_facts", "Facts of the ledger of points and vouchers.", ledger_facts) +
           counter("refusals", "What was refused.", "kind",
                   {{"message", refused_messages},
                    {"request", refused_requests},
                    {"registration", refused_registrations}}) +
           counter("cut_offs", "Clients cut off, by why.", "why",
                   {{"flooded", flooded}, {"does not read", does_not_read}}) +
           answer_times.text("kibitz_arena_answer",
                             "From a message received until all it led to was stored and handed "
                             "to the sockets.") +
           commit_times.text("kibitz_arena_commit", "Of writing entries to the log.");
}

}  // namespace kibitz::serve
