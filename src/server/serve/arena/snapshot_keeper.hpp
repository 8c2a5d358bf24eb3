// SnapshotKeeper: writes a new snapshot whenever the log has grown by enough entries. It does so on
// a thread of its own, with an arena of its own that it rebuilds from the last snapshot and the
// store, so that the arena that decides never waits for it.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "serve/arena/snapshot.hpp"
#include "store/event_store.hpp"

namespace kibitz::serve {

class SnapshotKeeper {
   public:
    // Replaying so many takes at most two seconds of a processor (docs/operating.md).
    static constexpr std::size_t usual_interval = 100'000;

    // The store must outlive it. Writes nothing before one of these is called.
    SnapshotKeeper(store::EventStore& store, std::string file, std::size_t interval);
    SnapshotKeeper(const SnapshotKeeper&) = delete;
    SnapshotKeeper& operator=(const SnapshotKeeper&) = delete;

    // May be called from any thread: the log has, or soon will have, so many entries more.
    void count(std::size_t entries);
    // The state as it is, for a server that has just replayed more than the interval.
    void write(Snapshot snapshot);
    [[nodiscard]] std::size_t interval() const { return interval_; }

   private:
    void run(const std::stop_token& stop);
    void renew(const std::stop_token& stop);
    void put(const Snapshot& snapshot) const;

    store::EventStore& store_;
    const std::string file_;
    const std::size_t interval_;
    std::mutex mutex_;  // guards the next three
    std::condition_variable_any changed_;
    std::size_t entries_ = 0;
    std::optional<Snapshot> handed_over_;
    std::jthread thread_;  // the last: it uses the others
};

}  // namespace kibitz::serve
