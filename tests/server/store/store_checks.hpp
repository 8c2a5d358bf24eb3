// What every store has to do.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "store/event_store.hpp"
#include "support/test.hpp"

namespace kibitz::test {

inline arena::LogEntry entry(const std::string& stream, int number,
                             nlohmann::json fact = {{"a", 1}}) {
    return {stream, number, std::move(fact)};
}

inline std::vector<arena::LogEntry> all(store::EventStore& store) {
    std::vector<arena::LogEntry> entries;
    REQUIRE(store::replay(store, [&](const auto& one) { entries.push_back(one); }));
    return entries;
}

inline void check_any_name(store::EventStore& store);

// Of an empty one.
inline void check_store(store::EventStore& store) {
    using arena::LogEntry;
    CHECK(all(store).empty());
    CHECK(store.append({}));
    const std::vector first{entry("b", 1, {{"text", "quotes ' \" \\ {,} and \u2655\n"}}),
                            entry("a", 1)};
    const std::vector second{entry("b", 2)};
    REQUIRE(store.append(first));
    REQUIRE(store.append(second));
    CHECK(all(store) == std::vector{first[0], first[1], second[0]});
    CHECK(store.stream("b") == std::vector{first[0], second[0]});
    CHECK(store.stream("c")->empty());
    CHECK(store.part({"b", 2}) == std::vector{second[0]});
    CHECK(store.part({"b", 1, 1}) == std::vector{first[0]});
    CHECK(store.part({"b", 3})->empty());

    // All or nothing, and nothing twice.
    const std::vector half{entry("c", 1), entry("b", 2)};
    const auto doubled = store.append(half);
    REQUIRE(!doubled);
    CHECK(!doubled.error().empty());
    CHECK(all(store).size() == 3);
    const std::vector twins{entry("d", 1), entry("d", 1)};
    CHECK(!store.append(twins));
    CHECK(all(store).size() == 3);
    const std::vector third{entry("c", 1)};
    CHECK(store.append(third));
    CHECK(all(store).size() == 4);

    // Page by page: what was refused may leave gaps in the places, but nothing is left out.
    std::vector<LogEntry> pages;
    for (std::int64_t last = 0;;) {
        const auto page = store.page(last, 3);
        REQUIRE(page);
        pages.insert(pages.end(), page->entries.begin(), page->entries.end());
        last = page->last;
        if (page->entries.size() < 3) break;
    }
    CHECK(pages == all(store));

    const auto copy = store::make_memory_store();
    CHECK(store::copy_log(store, *copy) == 4U);
    CHECK(all(*copy) == all(store));
    check_any_name(store);
}

// Streams are named after what people chose, and an old log has names of any bytes.
inline void check_any_name(store::EventStore& store) {
    using namespace std::string_literals;
    std::vector<std::string> names{
        "poison\0x"s,   "\0"s,  "poison",           "\xFF\xC3",   "\xED\xA0\x80",
        "{\"a\",NULL}", "NULL", "hex:706f69736f6e", "hex:",       "\\x00",
        "line\nbreak",  "",     "'; DROP TABLE",    "\u202Eevil", " a "};
    std::uint32_t random = 1;  // names of eight bytes each
    for (int n = 0; n < 200; ++n) {
        std::string name = "meetings/";
        for (int i = 0; i < 8; ++i) {
            random = random * 1'664'525 + 1'013'904'223;
            name += static_cast<char>(random >> 24);
        }
        names.push_back(std::move(name));
    }
    std::vector<arena::LogEntry> entries;
    for (const std::string& name : names) {
        entries.push_back(entry(name, 1, {{"place", entries.size()}}));
        entries.push_back(entry(name, 2, {{"text", "a zero byte \0, too"s}}));
    }
    const std::size_t before = all(store).size();
    const auto appended = store.append(entries);
    REQUIRE_MESSAGE(appended, appended.error());
    for (std::size_t i = 0; i < names.size(); ++i)
        CHECK(store.stream(names[i]) == std::vector{entries[2 * i], entries[2 * i + 1]});
    const auto there = all(store);
    REQUIRE(there.size() == before + entries.size());
    CHECK(std::equal(entries.begin(), entries.end(), there.begin() + static_cast<long>(before)));
    CHECK(store.stream("poison\0y"s)->empty());
    CHECK(!store.append(std::span(entries).first(1)));  // there already
}

// What was appended outlives kill -9. `open` opens the same store each time.
inline void check_killed(const std::function<store::OpenedStore()>& open) {
    int pipe_ends[2];
    REQUIRE(pipe(pipe_ends) == 0);
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        auto store = open();
        for (int number = 1; store; ++number) {
            const std::vector one{entry("game", number)};
            if (!(*store)->append(one)) _exit(1);
            if (write(pipe_ends[1], &number, sizeof number) != sizeof number) _exit(1);
        }
        _exit(1);
    }
    int appended = 0;
    constexpr int enough = 25;
    while (appended < enough)
        REQUIRE(read(pipe_ends[0], &appended, sizeof appended) == sizeof appended);
    kill(child, SIGKILL);
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    CHECK(WIFSIGNALED(status));
    close(pipe_ends[1]);
    for (int number = 0; read(pipe_ends[0], &number, sizeof number) == sizeof number;)
        appended = number;
    close(pipe_ends[0]);

    auto store = open();
    REQUIRE_MESSAGE(store, store.error());
    const auto entries = all(**store);
    CHECK(static_cast<int>(entries.size()) >= appended);
    for (std::size_t i = 0; i < entries.size(); ++i)
        CHECK(entries[i] == entry("game", static_cast<int>(i) + 1));
}

}  // namespace kibitz::test
