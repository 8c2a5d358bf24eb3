// RebuiltArena: the arena that a log has led to, with the secrets that it refers to and with its
// snapshots. A standby has one while the log is another server's, and goes on with the same arena
// once the log is its own. So a takeover takes no longer where the log has led to more.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

#include "arena/arena.hpp"
#include "secrets/sodium_secrets.hpp"
#include "serve/arena/log_follower.hpp"
#include "serve/arena/snapshot_keeper.hpp"
#include "store/event_store.hpp"

namespace kibitz::serve {

class RebuiltArena {
   public:
    // Begins with the snapshot in the file, if there is one. The store must outlive it.
    RebuiltArena(store::EventStore& store, const std::string& snapshot_file,
                 std::size_t snapshot_interval);

    // Takes in what the log has beyond that; how many entries these were. The error is that of
    // LogFollower::catch_up(). Not once the arena has resumed.
    std::expected<std::size_t, std::string> catch_up();
    // Where in the log that was.
    [[nodiscard]] std::int64_t last() const { return follower_.place().last; }
    // False if the log is another one now, such as a backup that was brought back.
    [[nodiscard]] bool fits_log() { return follower_.fits_log(); }
    // The arena needs the key once it has resumed.
    void use_key(std::string_view key) { secrets_.use_key(key); }
    // It is the same one from here on.
    [[nodiscard]] arena::Arena& arena() { return follower_.arena(); }
    [[nodiscard]] SnapshotKeeper& snapshots() { return snapshots_; }

   private:
    secrets::SodiumSecrets secrets_{""};
    LogFollower follower_;
    SnapshotKeeper snapshots_;
};

}  // namespace kibitz::serve
