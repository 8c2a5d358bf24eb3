// Where the arena's log is kept: entries are appended and never changed.
#pragma once

#include <expected>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "arena/effects.hpp"
#include "arena/game_event.hpp"

namespace kibitz::arena {

// Errors say in words what went wrong.
class EventStore {
   public:
    virtual ~EventStore() = default;
    // All of them or none; they outlive a crash once this returns. An entry with the stream and
    // number of another is an error: nothing is counted twice.
    virtual std::expected<void, std::string> append(std::span<const LogEntry> entries) = 0;
    // Hands on every entry in the order in which they were appended.
    virtual std::expected<void, std::string> replay(
        const std::function<void(const LogEntry&)>& take) = 0;
    // Those of one stream, in order.
    virtual std::expected<std::vector<LogEntry>, std::string> stream(std::string_view name) = 0;
};

// The events of a game; empty if there is none of that id, or it cannot be read.
std::vector<GameEvent> stored_game(EventStore& store, std::string_view id);

// In a file that is made where there is none; its folder is there. One process at a time. May be
// used by several threads.
std::expected<std::unique_ptr<EventStore>, std::string> open_sqlite_store(const std::string& path);

// For tests and for arenas that are to be forgotten.
std::unique_ptr<EventStore> make_memory_store();

}  // namespace kibitz::arena
