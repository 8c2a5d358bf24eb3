#include "store/event_store.hpp"

namespace kibitz::store {

namespace {

using Entries = std::vector<LogEntry>;
using Done = std::expected<void, std::string>;

Done for_each_page(EventStore& store, const std::function<Done(const Entries&)>& take) {
    constexpr std::size_t entries_of_page = 5'000;
    std::int64_t last = 0;
    for (;;) {
        const auto page = store.page(last, entries_of_page);
        if (!page) return std::unexpected(page.error());
        if (auto taken = take(page->entries); !taken) return taken;
        if (page->entries.size() < entries_of_page) return {};
        last = page->last;
    }
}

}  // namespace

Done replay(EventStore& store, const std::function<void(const LogEntry&)>& take) {
    return for_each_page(store, [&](const Entries& entries) {
        for (const LogEntry& entry : entries) take(entry);
        return Done();
    });
}

std::vector<LogEntry> stored_stream(EventStore& store, std::string_view name) {
    return store.stream(name).value_or(std::vector<LogEntry>());
}

std::expected<std::size_t, std::string> copy_log(EventStore& from, EventStore& to) {
    std::size_t copied = 0;
    const auto done = for_each_page(from, [&](const Entries& entries) {
        copied += entries.size();
        return to.append(entries);
    });
    if (!done) return std::unexpected(done.error());
    return copied;
}

}  // namespace kibitz::store
