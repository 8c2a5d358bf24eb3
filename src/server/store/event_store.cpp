#include "store/event_store.hpp"

namespace kibitz::store {

namespace {

using Done = std::expected<void, std::string>;

Done why_damaged(const EventStore::Page& page) {
    if (page.damaged.empty()) return {};
    return std::unexpected(describe_damaged_log(page.damaged.front()));
}

}  // namespace

std::string to_string(const Damage& damage) {
    return "entry " + std::to_string(damage.number) + " of the stream \"" + damage.stream +
           "\": " + damage.what;
}

std::string describe_damaged_log(const Damage& damage) {
    return "the arena's log is damaged: " + to_string(damage) +
           ". Bring back a backup, or copy what is left of it with `kibitz admin check --repair "
           "FILE`";
}

Done for_each_page(EventStore& store, const std::function<Done(const EventStore::Page&)>& take) {
    constexpr std::size_t entries_of_page = 5'000;
    std::int64_t last = 0;
    for (;;) {
        const auto page = store.page(last, entries_of_page);
        if (!page) return std::unexpected(page.error());
        if (auto taken = take(*page); !taken) return taken;
        if (page->entries.size() + page->damaged.size() < entries_of_page) return {};
        last = page->last;
    }
}

Done replay(EventStore& store, const std::function<void(const LogEntry&)>& take) {
    return for_each_page(store, [&](const EventStore::Page& page) {
        if (auto whole = why_damaged(page); !whole) return whole;
        for (const LogEntry& entry : page.entries) take(entry);
        return Done();
    });
}

std::vector<LogEntry> stored_stream(EventStore& store, const StreamPart& part) {
    return store.part(part).value_or(std::vector<LogEntry>());
}

std::expected<std::size_t, std::string> copy_log(EventStore& from, EventStore& to) {
    std::size_t copied = 0;
    const auto done = for_each_page(from, [&](const EventStore::Page& page) {
        if (auto whole = why_damaged(page); !whole) return whole;
        copied += page.entries.size();
        return to.append(page.entries);
    });
    if (!done) return std::unexpected(done.error());
    return copied;
}

}  // namespace kibitz::store
