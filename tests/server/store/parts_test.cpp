// The parts of a store from both of their sides: pages and streams, versions, checksums, errors
// that are handed on, and how often a log was opened.
#include <SQLiteCpp/SQLiteCpp.h>

#include <filesystem>
#include <fstream>

#include "store/letter_store.hpp"
#include "store/store_checks.hpp"
#include "store/stored_entry.hpp"
#include "support/temporary_folder.hpp"

using namespace kibitz::arena;
using namespace kibitz::store;
using namespace kibitz::test;

namespace {

// CRC-32C bit by bit (RFC 9260, appendix A).
std::uint32_t plain_checksum(std::string_view bytes) {
    std::uint32_t crc = 0xFFFFFFFF;
    for (const char byte : bytes) {
        crc ^= static_cast<unsigned char>(byte);
        for (int bit = 0; bit < 8; ++bit) crc = crc % 2 == 1 ? crc / 2 ^ 0x82F63B78 : crc / 2;
    }
    return ~crc;
}

// Has so many entries, or an error after so many pages.
class CountedStore final : public EventStore {
   public:
    explicit CountedStore(std::int64_t entries, std::int64_t damaged = 0)
        : entries_(entries), damaged_(damaged) {}

    std::expected<void, std::string> append(std::span<const LogEntry>) override {
        return std::unexpected("nothing is taken");
    }
    std::expected<std::vector<LogEntry>, std::string> part(const StreamPart&) override {
        return std::unexpected("nothing is found");
    }
    std::expected<Page, std::string> page(std::int64_t after, std::size_t most) override {
        if (pages++ == fails_at) return std::unexpected("the disk is gone");
        Page page{.last = after};
        while (page.entries.size() + page.damaged.size() < most && page.last < entries_) {
            ++page.last;
            if (page.last > entries_ - damaged_)
                page.damaged.push_back({"game", static_cast<int>(page.last), "it is damaged"});
            else
                page.entries.push_back(entry("game", static_cast<int>(page.last)));
        }
        return page;
    }

    int pages = 0, fails_at = -1;

   private:
    std::int64_t entries_, damaged_;
};

std::vector<LogEntry> games(int count) {
    std::vector<LogEntry> entries;
    for (int number = 1; number <= count; ++number) entries.push_back(entry("game", number));
    return entries;
}

void check_pages(EventStore& store) {
    const std::vector entries = games(10);
    REQUIRE(store.append(entries));
    const auto numbers = [&](std::int64_t after, std::size_t most) {
        std::vector<int> found;
        for (const LogEntry& one : store.page(after, most)->entries) found.push_back(one.number);
        return found;
    };
    CHECK(numbers(0, 3) == std::vector{1, 2, 3});
    CHECK(store.page(0, 3)->last == 3);
    CHECK(numbers(3, 3) == std::vector{4, 5, 6});
    CHECK(numbers(8, 3) == std::vector{9, 10});
    CHECK(store.page(8, 3)->last == 10);
    CHECK(numbers(10, 3).empty());
    CHECK(store.page(10, 3)->last == 10);
    CHECK(numbers(0, 0).empty());
    CHECK(store.page(4, 0)->last == 4);
    CHECK(numbers(0, 100).size() == 10);

    const auto part = [&](const StreamPart& part) {
        std::vector<int> found;
        for (const LogEntry& one : store.part(part).value()) found.push_back(one.number);
        return found;
    };
    CHECK(part({"game", 4, 2}) == std::vector{4, 5});
    CHECK(part({"game", 10, 2}) == std::vector{10});
    CHECK(part({"game", 11, 2}).empty());
    CHECK(part({"game", 1, 0}).empty());
    CHECK(part({"game", -5, 1}) == std::vector{1});
    CHECK(part({"other", 1, 5}).empty());
    // In the order of the numbers, of which some may be missing, and not of other streams.
    REQUIRE(store.append(std::vector{entry("other", 7), entry("other", 2), entry("gam", 3)}));
    CHECK(store.part({"other", 3}).value().size() == 1);
    CHECK(store.part({"other", 3}).value().front().number == 7);
}

}  // namespace

TEST_CASE("a page begins after its place and has at most so many entries, as a part does") {
    check_pages(*make_memory_store());
    const TemporaryFolder folder;
    auto store = open_sqlite_store(folder / "log");
    REQUIRE_MESSAGE(store, store.error());
    check_pages(**store);
    CHECK((*store)->part({"other"}).value().front().number == 2);  // by number
    CHECK((*store)->check());
    CHECK((*store)->is_ours());
    CHECK(make_memory_store()->epoch() == 1);
    CHECK(make_memory_store()->is_ours());
}

TEST_CASE("a log of any length is walked through to its end, page by page") {
    for (const auto& [entries, pages] :
         {std::pair{0, 1}, std::pair{1, 1}, std::pair{4'999, 1}, std::pair{5'000, 2},
          std::pair{5'001, 2}, std::pair{12'345, 3}}) {
        CAPTURE(entries);
        for (const int damaged : {0, std::min(entries, 3)}) {
            CountedStore store(entries, damaged);
            int next = 1, found_damaged = 0;
            CHECK(for_each_page(store, [&](const EventStore::Page& page) {
                for (const LogEntry& one : page.entries) CHECK(one.number == next++);
                found_damaged += static_cast<int>(page.damaged.size());
                return std::expected<void, std::string>();
            }));
            CHECK(next == entries - damaged + 1);
            CHECK(found_damaged == damaged);
            CHECK(store.pages == pages);
        }
        CountedStore store(entries);
        int replayed = 0;
        CHECK(replay(store, [&](const LogEntry&) { ++replayed; }));
        CHECK(replayed == entries);
    }
}

TEST_CASE("errors of a store are handed on, and damage is named") {
    CountedStore failing(12'000);
    failing.fails_at = 1;
    int replayed = 0;
    CHECK(replay(failing, [&](const LogEntry&) { ++replayed; }).error() == "the disk is gone");
    CHECK(replayed == 5'000);
    CountedStore damaged(6, 2);
    replayed = 0;
    CHECK(replay(damaged, [&](const LogEntry&) { ++replayed; }).error() ==
          describe_damaged_log({"game", 5, "it is damaged"}));
    CHECK(replayed == 0);
    const auto memory = make_memory_store();
    CHECK(!copy_log(damaged, *memory));
    CHECK(all(*memory).empty());
    CountedStore whole(7), closed(0);
    CHECK(copy_log(whole, closed).error() == "nothing is taken");
    CHECK(copy_log(whole, *memory) == 7U);
    CountedStore stopped(20'000);
    CHECK(for_each_page(stopped, [](const EventStore::Page&) {
              return std::expected<void, std::string>(std::unexpected("enough"));
          }).error() == "enough");
    CHECK(stopped.pages == 1);
    CHECK(stored_stream(closed, {"game"}).empty());
    CHECK(stored_stream(*memory, {"game", 3, 2}) ==
          std::vector{entry("game", 3), entry("game", 4)});
}

TEST_CASE("a checksum is CRC-32C of the stream, the number and the fact, each with a zero byte") {
    using namespace std::string_literals;
    REQUIRE(plain_checksum("123456789") == 0xE3069283);  // the check value of RFC 9260
    CHECK(checksum_of("a", 1, "{}") == plain_checksum("a\0001\0{}\0"s));
    CHECK(checksum_of("", 0, "") == plain_checksum("\0000\0\0"s));
    CHECK(checksum_of("game/7", -12, "{\"a\":\"\xC3\xA4\"}") ==
          plain_checksum("game/7\0-12\0{\"a\":\"\xC3\xA4\"}\0"s));
}

TEST_CASE("an entry is read if its checksum fits, or if it is from before there were any") {
    StoredEntry stored{.stream = "game", .number = 3, .fact = R"({"a":1})"};
    const auto what = [&](bool needs_checksum) {
        const auto read = read_entry(stored, needs_checksum);
        return read ? std::string() : read.error().what;
    };
    CHECK(what(false).empty());
    CHECK(what(true) == "its checksum is missing");
    stored.checksum = checksum_of("game", 3, stored.fact);
    CHECK(read_entry(stored, true) == entry("game", 3));
    CHECK(read_entry(stored, false) == entry("game", 3));
    ++*stored.checksum;
    // One that is there has to fit in any case.
    for (const bool needs_checksum : {false, true})
        CHECK(what(needs_checksum) == "its checksum does not fit: it is not as it was written");
    stored.fact = R"({"a":)";
    stored.checksum.reset();
    CHECK(what(false) == "it cannot be read");
    stored.checksum = checksum_of("game", 3, stored.fact);
    CHECK(what(true) == "it cannot be read");

    EventStore::Page page;
    add_to(page, stored, true);
    stored.fact = "[]";
    stored.checksum = checksum_of("game", 3, stored.fact);
    add_to(page, stored, true);
    CHECK(page.entries == std::vector{entry("game", 3, nlohmann::json::array())});
    CHECK(page.damaged == std::vector{Damage{"game", 3, "it cannot be read"}});
    CHECK(entries_of(page).error() ==
          "the arena's log is damaged: entry 3 of the stream \"game\": it cannot be read. Bring "
          "back a backup, or copy what is left of it with `kibitz admin check --repair FILE`");
    page.damaged.clear();
    CHECK(entries_of(page) == page.entries);
}

TEST_CASE("a log or letters of a newer program are refused, and stay as they are") {
    const TemporaryFolder folder;
    const std::string log = folder / "log", letters = folder / "letters";
    REQUIRE((*open_sqlite_store(log))->append(games(2)));
    REQUIRE(open_letter_store(letters));
    const auto version_of = [](const std::string& path) {
        return SQLite::Database(path).execAndGet("PRAGMA user_version").getInt();
    };
    CHECK(version_of(log) == 2);
    CHECK(version_of(letters) == 1);
    for (const auto& [path, newer] : {std::pair{log, 3}, std::pair{letters, 2}})
        SQLite::Database(path, SQLite::OPEN_READWRITE)
            .exec("PRAGMA user_version = " + std::to_string(newer));
    for (const auto open : {&open_sqlite_store, &open_sqlite_store_for_reading}) {
        const auto store = open(log);
        REQUIRE(!store);
        CHECK(store.error() ==
              "the arena's log \"" + log + "\": it was written by a newer program (version 3)");
    }
    const auto store = open_letter_store(letters);
    REQUIRE(!store);
    CHECK(store.error() == "the letters in " + letters +
                               " cannot be used: it was written by a newer program (version 2)");
    CHECK(version_of(log) == 3);
    CHECK(version_of(letters) == 2);
    CHECK(SQLite::Database(log).execAndGet("SELECT count FROM writers").getInt() == 1);
}

TEST_CASE("a log of version 1, which had no checksums, is gone on with, or only looked at") {
    const TemporaryFolder folder;
    const std::string path = folder / "log";
    SQLite::Database(path, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE)
        .exec(
            "CREATE TABLE log (id INTEGER PRIMARY KEY, stream TEXT NOT NULL,"
            "number INTEGER NOT NULL, fact TEXT NOT NULL, UNIQUE (stream, number));"
            "INSERT INTO log (stream, number, fact) VALUES ('game', 1, '{\"a\":1}');"
            "PRAGMA user_version = 1");
    {
        const auto looking = open_sqlite_store_for_reading(path);
        REQUIRE_MESSAGE(looking, looking.error());
        CHECK(all(**looking) == games(1));
        CHECK(!(*looking)->append(games(2)));
    }
    CHECK(SQLite::Database(path).execAndGet("PRAGMA user_version").getInt() == 1);
    {
        const auto store = open_sqlite_store(path);
        REQUIRE_MESSAGE(store, store.error());
        REQUIRE((*store)->append(std::vector{entry("game", 2)}));
        CHECK(all(**store) == games(2));
    }
    {
        const auto looking = open_sqlite_store_for_reading(path);
        REQUIRE_MESSAGE(looking, looking.error());
        CHECK(all(**looking) == games(2));
    }
    // The old entry needs no checksum; the first new one does.
    SQLite::Database(path, SQLite::OPEN_READWRITE).exec("UPDATE log SET checksum = NULL");
    for (const auto open : {&open_sqlite_store, &open_sqlite_store_for_reading}) {
        const auto store = open(path);
        REQUIRE_MESSAGE(store, store.error());
        const auto page = (*store)->page(0, 10);
        CHECK(page->entries == games(1));
        CHECK(page->damaged == std::vector{Damage{"game", 2, "its checksum is missing"}});
        CHECK(page->last == 2);
    }
}

TEST_CASE("who opened a log later has the higher number; looking at it does not count") {
    const TemporaryFolder folder;
    for (std::int64_t opened = 1; opened <= 3; ++opened) {
        auto store = open_sqlite_store(folder / "log");
        REQUIRE_MESSAGE(store, store.error());
        CHECK((*store)->epoch() == opened);
        const auto second = open_sqlite_store(folder / "log");
        REQUIRE(!second);
        CHECK(second.error().ends_with(
            "another program uses it, probably a server that has this folder"));
        store->reset();
        CHECK(open_sqlite_store_for_reading(folder / "log"));
    }
}

TEST_CASE("a file that is a byte too short is refused, with both sizes, at any size of pages") {
    for (const int page_size : {512, 4'096, 65'536}) {
        CAPTURE(page_size);
        const TemporaryFolder folder;
        const std::string path = folder / "log";
        SQLite::Database(path, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE)
            .exec("PRAGMA page_size = " + std::to_string(page_size) + "; VACUUM");
        REQUIRE((*open_sqlite_store(path))->append(games(50)));
        REQUIRE(SQLite::Database(path).execAndGet("PRAGMA page_size").getInt() == page_size);
        const auto size = std::filesystem::file_size(path);
        REQUIRE(open_sqlite_store(path));
        std::filesystem::resize_file(path, size - 1);
        const auto cut = open_sqlite_store(path);
        REQUIRE(!cut);
        CHECK(cut.error().starts_with(
            "the arena's log \"" + path + "\": the file was cut off: it has " +
            std::to_string(size - 1) + " bytes and should have " + std::to_string(size) + ". "));
        // What is missing may stand in the journal, which SQLite looks at.
        std::ofstream(path + "-wal") << "x";
        const auto with_journal = open_sqlite_store(path);
        CHECK((with_journal || !with_journal.error().contains("the file was cut off")));
    }
    const TemporaryFolder folder;
    const auto empty = open_sqlite_store(folder.write("log", ""));
    REQUIRE(!empty);
    CHECK(empty.error().ends_with(
        "the file is empty, so nothing of it can be repaired. Bring back a backup"));
    CHECK(!open_sqlite_store(folder.write("short", "SQLite format 3")));
}
