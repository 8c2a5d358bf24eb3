#include "serve/arena/lost_log.hpp"

#include <algorithm>
#include <filesystem>
#include <initializer_list>

#include "serve/arena/data_folder.hpp"

namespace kibitz::serve {

namespace {

namespace fs = std::filesystem;

constexpr const char* ways_to_go_on =
    " Bring back a backup as arena.db, with the same key, or name the database of the log with "
    "--store. To begin an empty arena, choose another folder with --data.";

// The first of these files that is there; empty if none is.
std::string first_of(const std::string& folder, std::initializer_list<const char*> names) {
    const auto found = std::ranges::find_if(names, [&](const char* name) {
        std::error_code ignored;
        return fs::exists(fs::path(folder) / name, ignored);
    });
    return found == names.end() ? "" : *found;
}

}  // namespace

std::expected<void, std::string> check_log_file_is_there(const std::string& folder) {
    std::error_code ignored;
    const std::string path = store_file(folder);
    if (fs::exists(path, ignored)) return {};
    // All of these are written after the log.
    const std::string trace =
        first_of(folder, {"arena.db-wal", "arena.snapshot", "house-tokens.json", "key"});
    if (trace.empty()) return {};
    return std::unexpected("the arena's log \"" + path +
                           "\" is missing, although there is a file " + trace + " beside it." +
                           ways_to_go_on);
}

std::expected<void, std::string> check_log_is_not_lost(const std::string& folder,
                                                       store::EventStore& log) {
    const auto first = log.page(0, 1);
    if (!first) return std::unexpected(first.error());
    if (!first->entries.empty() || !first->damaged.empty()) return {};
    // What can only come from a log with entries.
    const std::string trace = first_of(folder, {"arena.snapshot", "house-tokens.json"});
    if (trace.empty()) return {};
    return std::unexpected("the arena's log is empty, although the file " + trace + " in " +
                           folder + " shows that there was one." + ways_to_go_on);
}

}  // namespace kibitz::serve
