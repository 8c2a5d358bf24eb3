// The logs that earlier versions wrote (tests/data/arena/README.md).
#pragma once

#include <fstream>
#include <vector>

#include "store/event_store.hpp"
#include "support/test.hpp"

namespace kibitz::store::test {

inline std::filesystem::path recorded_logs() {
    return kibitz::test::source_dir() / "tests" / "data" / "arena";
}

inline std::vector<LogEntry> read_log(const std::filesystem::path& folder) {
    std::vector<LogEntry> entries;
    std::ifstream file(folder / "log.jsonl");
    for (std::string line; std::getline(file, line);) {
        const auto json = nlohmann::json::parse(line);
        entries.push_back({json["stream"], json["number"], json["fact"]});
    }
    return entries;
}

inline void check_holds(EventStore& store, const std::vector<LogEntry>& log) {
    std::vector<LogEntry> stored;
    REQUIRE(replay(store, [&](const LogEntry& entry) { stored.push_back(entry); }));
    CHECK(stored == log);
}

}  // namespace kibitz::store::test
