// A snapshot: the state that the arena's log had led to at some place, in a file, so that a server
// starts without reading its log from the beginning. It is a cache. It may be deleted at any time,
// and one that does not fit the log or this program is not used.
#pragma once

#include <cstdint>
#include <expected>
#include <string>

#include "store/event_store.hpp"

namespace kibitz::serve {

// A place in a log, with the entry that is there: another log has another one.
struct LogPlace {
    std::int64_t last = 0;  // EventStore::Page::last; 0 is the beginning
    std::string stream{};
    int number = 0;
    std::uint32_t checksum = 0;

    bool operator==(const LogPlace&) const = default;
};

struct Snapshot {
    LogPlace place{};
    std::string state{};  // of arena::Arena::save()
};

// Through a temporary file: there is a whole one at any time, or none.
std::expected<void, std::string> write_snapshot(const std::string& path, const Snapshot& snapshot);
// One without a state where there is no file. The error says why the file is of no use.
std::expected<Snapshot, std::string> read_snapshot(const std::string& path);

}  // namespace kibitz::serve
