#include "arena/store/event_store.hpp"

namespace kibitz::arena {

std::vector<GameEvent> stored_game(EventStore& store, std::string_view id) {
    std::vector<GameEvent> events;
    const auto entries = store.stream(id);
    if (!entries) return events;
    for (const LogEntry& entry : *entries) {
        auto event = game_event_of(entry.fact);
        if (!event) return {};
        events.push_back(*std::move(event));
    }
    return events;
}

}  // namespace kibitz::arena
