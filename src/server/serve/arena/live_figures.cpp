#include "serve/arena/live_figures.hpp"

#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace kibitz::serve {

namespace {

using Json = nlohmann::json;

// What of the process is in memory; 0 where the system does not say.
std::uint64_t resident_bytes() {
    std::uint64_t all = 0, resident = 0;
    std::ifstream("/proc/self/statm") >> all >> resident;
    return resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

std::int64_t open_files() {
    std::error_code ignored;
    const std::filesystem::directory_iterator files("/proc/self/fd", ignored);
    return std::distance(begin(files), end(files));
}

Json histogram(const Histogram& times) {
    return {{"limits", Histogram::limits}, {"counts", times.counts()}};
}

}  // namespace

Json live_figures(const ArenaMetrics& metrics) {
    using namespace std::chrono;
    return {
        {"time", floor<milliseconds>(system_clock::now()).time_since_epoch().count()},
        {"connections", metrics.connections.load()},
        {"games", metrics.games.load()},
        {"openReports", metrics.open_reports.load()},
        {"moves", metrics.moves.load()},
        {"logEntries", metrics.log_entries.load()},
        {"registrations", metrics.registrations.load()},
        {"refusals", metrics.refused_messages.load() + metrics.refused_requests.load() +
                         metrics.refused_registrations.load()},
        {"cutOffs", metrics.flooded.load() + metrics.does_not_read.load()},
        {"answers", histogram(metrics.answer_times)},
        {"commits", histogram(metrics.commit_times)},
        {"memory", resident_bytes()},
        {"files", open_files()},
    };
}

}  // namespace kibitz::serve
