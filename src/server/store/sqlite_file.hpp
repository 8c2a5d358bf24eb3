// What every store in a SQLite file has in common: how long it waits for another program, and that
// what it keeps is for the server's user alone, whatever their umask is or was.
#pragma once

#include <filesystem>
#include <string>
#include <system_error>

namespace kibitz::store {

inline constexpr int busy_milliseconds = 2'000;

// The file of a database and those that SQLite puts beside it; it gives new ones the permissions of
// the first. A file that belongs to somebody else stays as it is.
inline void keep_private(const std::string& path) {
    namespace fs = std::filesystem;
    for (const char* const suffix : {"", "-wal", "-shm", "-journal"}) {
        std::error_code ignored;
        if (fs::is_regular_file(path + suffix, ignored))
            fs::permissions(path + suffix, fs::perms::owner_read | fs::perms::owner_write, ignored);
    }
}

}  // namespace kibitz::store
