// LogFollower: an arena that follows a log, from a snapshot or from the beginning.
#pragma once

#include <cstddef>
#include <expected>
#include <memory>
#include <stop_token>
#include <string>

#include "arena/arena.hpp"
#include "serve/arena/snapshot.hpp"
#include "store/event_store.hpp"

namespace kibitz::serve {

class LogFollower {
   public:
    // Both must outlive it, and the arena.
    LogFollower(store::EventStore& store, arena::Secrets& secrets);

    // Begins with the snapshot instead of an empty arena. The error says why it cannot be used;
    // nothing has changed then. One without a state changes nothing either.
    std::expected<void, std::string> begin_with(const Snapshot& snapshot);
    // The same with the one in a file, if there is one. Why it cannot be used is for the server
    // log.
    void begin_with_file(const std::string& path);
    // Takes in what the log has beyond that. The error names the entry that is damaged, or says why
    // the log cannot be read.
    std::expected<void, std::string> catch_up();
    // The same in the background, until the end or about so many entries further: the log may grow
    // as fast as it is read. Leaves the store and the processor to others half of the time. May end
    // early, without an error, when it is asked to stop. Whether it is at the end.
    std::expected<bool, std::string> catch_up_slowly(const std::stop_token& stop, std::size_t most);

    [[nodiscard]] const LogPlace& place() const { return place_; }
    // Entries taken in since the snapshot.
    [[nodiscard]] std::size_t entries() const { return entries_; }
    [[nodiscard]] Snapshot snapshot() { return {place_, arena_->save()}; }
    // Another one after begin_with().
    [[nodiscard]] arena::Arena& arena() { return *arena_; }
    // Whether the log still has the last entry that was taken in.
    [[nodiscard]] bool fits_log() { return place_.last == 0 || is_in_log(place_); }

   private:
    [[nodiscard]] std::unique_ptr<arena::Arena> new_arena();
    [[nodiscard]] bool is_in_log(const LogPlace& place);
    // False at the end of the log.
    std::expected<bool, std::string> take_page(std::size_t most);

    store::EventStore& store_;
    arena::Secrets& secrets_;
    std::unique_ptr<arena::Arena> arena_;
    LogPlace place_;
    std::size_t entries_ = 0;
};

}  // namespace kibitz::serve
