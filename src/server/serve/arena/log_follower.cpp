#include "serve/arena/log_follower.hpp"

#include <chrono>
#include <thread>
#include <utility>

#include "serve/arena/arena_key.hpp"
#include "serve/log/server_log.hpp"
#include "store/stored_entry.hpp"

namespace kibitz::serve {

namespace {

using Done = std::expected<void, std::string>;
using Clock = std::chrono::steady_clock;

constexpr std::size_t entries_of_page = 5'000;
// The store does one thing at a time: commits should not wait for many entries to be read.
constexpr std::size_t entries_of_slow_page = 500;

LogPlace place_of(const arena::LogEntry& entry, std::int64_t last) {
    return {last, entry.stream, entry.number,
            store::checksum_of(entry.stream, entry.number, entry.fact.dump())};
}

}  // namespace

LogFollower::LogFollower(store::EventStore& store, arena::Secrets& secrets)
    : store_(store), secrets_(secrets), arena_(new_arena()) {}

std::unique_ptr<arena::Arena> LogFollower::new_arena() {
    return std::make_unique<arena::Arena>(secrets_,
                                          [&store = store_](const arena::StreamPart& part) {
                                              return store::stored_stream(store, part);
                                          });
}

void LogFollower::begin_with_file(const std::string& path) {
    const auto snapshot = read_snapshot(path);
    const Done begun = snapshot ? begin_with(*snapshot) : std::unexpected(snapshot.error());
    if (!begun)
        log_event(LogLevel::warning, "snapshotIgnored", {{"file", path}, {"why", begun.error()}});
}

Done LogFollower::begin_with(const Snapshot& snapshot) {
    if (snapshot.state.empty()) return {};
    if (!is_in_log(snapshot.place))
        return std::unexpected("it belongs to another log, or to a later state of this one");
    auto arena = new_arena();
    if (!arena->load(snapshot.state)) return std::unexpected("its state cannot be read");
    arena_ = std::move(arena);
    place_ = snapshot.place;
    log_event(LogLevel::info, "snapshotLoaded",
              {{"entry", place_.last}, {"bytes", snapshot.state.size()}});
    return {};
}

bool LogFollower::is_in_log(const LogPlace& place) {
    const auto page = store_.page(place.last - 1, 1);
    return page && page->last == place.last && page->entries.size() == 1 &&
           place_of(page->entries.front(), page->last) == place;
}

Done LogFollower::catch_up() {
    for (;;) {
        const auto more = take_page(entries_of_page);
        if (!more) return std::unexpected(more.error());
        if (!*more) return {};
    }
}

std::expected<bool, std::string> LogFollower::catch_up_slowly(const std::stop_token& stop,
                                                              std::size_t most) {
    const std::size_t enough = entries_ + most;
    while (!stop.stop_requested() && entries_ < enough) {
        const auto began = Clock::now();
        const auto more = take_page(entries_of_slow_page);
        if (!more) return std::unexpected(more.error());
        if (!*more) return true;
        std::this_thread::sleep_for(Clock::now() - began);
    }
    return false;
}

std::expected<bool, std::string> LogFollower::take_page(std::size_t most) {
    auto page = store_.page(place_.last, most);
    if (!page) return std::unexpected(page.error());
    const std::int64_t last = page->last;
    const auto entries = store::entries_of(*std::move(page));
    if (!entries) return std::unexpected(entries.error());
    for (const arena::LogEntry& entry : *entries) {
        if (entry.stream == key_stream) continue;
        if (const auto fits = arena_->replay(entry); !fits)
            return std::unexpected("the arena's log is damaged: " + to_string(fits.error()) +
                                   ". Bring back a backup of the log (docs/operating.md).");
    }
    if (!entries->empty()) place_ = place_of(entries->back(), last);
    entries_ += entries->size();
    return entries->size() == most;
}

}  // namespace kibitz::serve
