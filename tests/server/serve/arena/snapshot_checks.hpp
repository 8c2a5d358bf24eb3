// What a snapshot of the arena's log has to do, whatever the store.
#pragma once

#include <chrono>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "secrets/sodium_secrets.hpp"
#include "serve/arena/data_folder.hpp"
#include "serve/arena/log_follower.hpp"
#include "serve/arena/snapshot_keeper.hpp"
#include "store/recorded_log.hpp"
#include "support/temporary_folder.hpp"
#include "support/test.hpp"

namespace kibitz::test {

inline std::vector<store::LogEntry> sample_log() {
    return store::test::read_log(store::test::recorded_logs() / "0.1.0");
}

inline std::span<const store::LogEntry> first(const std::vector<store::LogEntry>& log,
                                              std::size_t entries) {
    return std::span(log).first(entries);
}

// The whole log, entry by entry.
inline serve::Snapshot replayed(store::EventStore& store) {
    secrets::SodiumSecrets secrets("");
    serve::LogFollower follower(store, secrets);
    REQUIRE(follower.catch_up());
    return follower.snapshot();
}

// Until the snapshot in the file has seen that place.
inline bool is_written(const std::string& file, const serve::LogPlace& place) {
    constexpr int tries = 600;
    for (int i = 0; i < tries; ++i) {
        if (const auto snapshot = serve::read_snapshot(file); snapshot && snapshot->place == place)
            return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    return false;
}

// With an empty store.
inline void check_snapshots(store::EventStore& store) {
    const TemporaryFolder folder;
    const std::string file = serve::snapshot_file(folder.path());
    const auto log = sample_log();
    const std::size_t half = log.size() / 2;
    secrets::SodiumSecrets secrets("");

    REQUIRE(store.append(first(log, half)));
    {
        serve::LogFollower follower(store, secrets);
        follower.begin_with_file(file);  // there is none
        REQUIRE(follower.catch_up());
        CHECK(follower.entries() == half);
        REQUIRE(serve::write_snapshot(file, follower.snapshot()));
    }
    REQUIRE(store.append(std::span(log).subspan(half)));
    const serve::Snapshot whole = replayed(store);
    serve::LogFollower follower(store, secrets);
    follower.begin_with_file(file);
    REQUIRE(follower.catch_up());
    CHECK(follower.entries() == log.size() - half);
    CHECK(follower.place() == whole.place);
    CHECK(follower.snapshot().state == whole.state);

    // In the background, from the snapshot before.
    {
        serve::SnapshotKeeper keeper(store, file, 10);
        keeper.count(9);
        keeper.count(1);
        CHECK(is_written(file, whole.place));
    }
    CHECK(serve::read_snapshot(file)->state == whole.state);
}

}  // namespace kibitz::test
