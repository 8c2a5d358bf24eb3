#include "database/followed_database.hpp"

#include <algorithm>
#include <utility>

#include "platform/paths.hpp"

namespace kibitz {

namespace fs = std::filesystem;

namespace {
constexpr const char* segment_ending = ".games";
}

std::expected<std::unique_ptr<FollowedDatabase>, DatabaseError> FollowedDatabase::open(
    const std::string& folder, std::chrono::milliseconds pause) {
    std::unique_ptr<FollowedDatabase> followed(new FollowedDatabase(folder, pause));
    // Traces that are older than what was read lead to another look, and not to a missed one.
    followed->traces_ = traces_of(folder);
    followed->looked_at_ = std::chrono::steady_clock::now();
    auto database = GameDatabase::open(folder);
    if (!database) return std::unexpected(database.error());
    followed->database_ = std::make_shared<const GameDatabase>(*std::move(database));
    return followed;
}

std::shared_ptr<const GameDatabase> FollowedDatabase::current() {
    const std::lock_guard lock(mutex_);
    const auto now = std::chrono::steady_clock::now();
    if (now - looked_at_ < pause_) return database_;
    looked_at_ = now;
    std::vector<Trace> traces = traces_of(folder_);
    if (traces == traces_) return database_;
    if (auto database = GameDatabase::open(folder_)) {
        database_ = std::make_shared<const GameDatabase>(*std::move(database));
        traces_ = std::move(traces);
    }
    return database_;
}

std::vector<FollowedDatabase::Trace> FollowedDatabase::traces_of(const std::string& folder) {
    std::vector<Trace> traces;
    std::error_code error;
    for (fs::directory_iterator entry(path_of(folder), error), end; !error && entry != end;
         entry.increment(error)) {
        Trace trace;
        trace.name = entry->path().filename().string();
        if (!trace.name.ends_with(segment_ending)) continue;
        // A file that goes meanwhile leaves its name, which another look misses.
        std::error_code of_file;
        trace.bytes = entry->file_size(of_file);
        trace.written = entry->last_write_time(of_file);
        traces.push_back(std::move(trace));
    }
    std::ranges::sort(traces, {}, &Trace::name);
    return traces;
}

}  // namespace kibitz
