#include "serve/arena/rebuilt_arena.hpp"

namespace kibitz::serve {

RebuiltArena::RebuiltArena(store::EventStore& store, const std::string& snapshot_file,
                           std::size_t snapshot_interval)
    : follower_(store, secrets_), snapshots_(store, snapshot_file, snapshot_interval) {
    follower_.begin_with_file(snapshot_file);
}

std::expected<std::size_t, std::string> RebuiltArena::catch_up() {
    const std::size_t before = follower_.entries();
    if (const auto done = follower_.catch_up(); !done) return std::unexpected(done.error());
    const std::size_t taken = follower_.entries() - before;
    // To make a snapshot from the log would take as long again as these entries have taken.
    if (taken >= snapshots_.interval())
        snapshots_.write(follower_.snapshot());
    else if (taken > 0)
        snapshots_.count(taken);
    return taken;
}

}  // namespace kibitz::serve
