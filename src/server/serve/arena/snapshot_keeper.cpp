#include "serve/arena/snapshot_keeper.hpp"

#include <utility>

#include "secrets/sodium_secrets.hpp"
#include "serve/arena/log_follower.hpp"
#include "serve/log/server_log.hpp"

namespace kibitz::serve {

SnapshotKeeper::SnapshotKeeper(store::EventStore& store, std::string file, std::size_t interval)
    : store_(store),
      file_(std::move(file)),
      interval_(interval),
      thread_([this](const std::stop_token& stop) { run(stop); }) {}

void SnapshotKeeper::count(std::size_t entries) {
    const std::lock_guard lock(mutex_);
    entries_ += entries;
    if (entries_ >= interval_) changed_.notify_one();
}

void SnapshotKeeper::write(Snapshot snapshot) {
    const std::lock_guard lock(mutex_);
    handed_over_ = std::move(snapshot);
    changed_.notify_one();
}

void SnapshotKeeper::run(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (changed_.wait(lock, stop, [this] { return handed_over_ || entries_ >= interval_; })) {
        entries_ = 0;
        const auto handed_over = std::exchange(handed_over_, std::nullopt);
        lock.unlock();
        if (handed_over)
            put(*handed_over);
        else
            renew(stop);
        lock.lock();
    }
}

void SnapshotKeeper::renew(const std::stop_token& stop) {
    secrets::SodiumSecrets secrets("");  // replaying needs no key
    LogFollower follower(store_, secrets);
    follower.begin_with_file(file_);
    // Under a load that lasts, the end of the log may never be reached.
    for (bool is_at_end = false; !is_at_end;) {
        const auto done = follower.catch_up_slowly(stop, interval_);
        if (!done) return log_event(LogLevel::warning, "snapshotFailed", {{"why", done.error()}});
        if (stop.stop_requested()) return;
        put(follower.snapshot());
        is_at_end = *done;
    }
}

void SnapshotKeeper::put(const Snapshot& snapshot) const {
    if (const auto written = write_snapshot(file_, snapshot); !written)
        log_event(LogLevel::warning, "snapshotFailed", {{"why", written.error()}});
    else
        log_event(LogLevel::info, "snapshotWritten",
                  {{"entry", snapshot.place.last}, {"bytes", snapshot.state.size()}});
}

}  // namespace kibitz::serve
