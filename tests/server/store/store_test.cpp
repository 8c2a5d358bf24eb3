// The stores, all by the same tests; PostgreSQL's in postgres_store_test.cpp.
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <SQLiteCpp/SQLiteCpp.h>

#include "store/letter_store.hpp"
#include "store/store_checks.hpp"
#include "store/stored_entry.hpp"
#include "support/temporary_folder.hpp"

using namespace kibitz::arena;
using namespace kibitz::store;
using namespace kibitz::test;

TEST_CASE("in memory") { check_store(*make_memory_store()); }

TEST_CASE("in SQLite, and still there when it is opened again") {
    const TemporaryFolder folder;
    std::vector<LogEntry> before;
    {
        auto store = open_sqlite_store(folder / "log");
        REQUIRE_MESSAGE(store, store.error());
        check_store(**store);
        before = all(**store);
    }
    auto store = open_sqlite_store(folder / "log");
    REQUIRE_MESSAGE(store, store.error());
    CHECK(all(**store) == before);
}

TEST_CASE("a file that is no log is refused in words") {
    const TemporaryFolder folder;
    std::ofstream(folder / "text") << std::string(10'000, 'x');
    const auto text = open_sqlite_store(folder / "text");
    REQUIRE(!text);
    CHECK(text.error().find("text\": file is not a database") != std::string::npos);
    const auto nowhere = open_sqlite_store(folder / "no/such/folder");
    REQUIRE(!nowhere);
    CHECK(nowhere.error().find("unable to open") != std::string::npos);
}

TEST_CASE("nobody else can read what is stored, whatever the umask") {
    const TemporaryFolder folder;
    const mode_t before = ::umask(0);
    const auto mode_of = [](const std::filesystem::path& file) {
        return static_cast<unsigned>(std::filesystem::status(file).permissions());
    };
    {
        auto store = open_sqlite_store(folder / "log");
        REQUIRE_MESSAGE(store, store.error());
        REQUIRE((*store)->append(std::vector{entry("game", 1)}));
        for (const auto& file : std::filesystem::directory_iterator(folder.path()))
            CHECK(mode_of(file) == 0600U);
        auto letters = open_letter_store(folder / "letters");
        REQUIRE(letters);
        CHECK((*letters)->copy_to(folder / "copy"));
    }
    for (const char* file : {"log", "letters", "copy"}) CHECK(mode_of(folder / file) == 0600U);
    // One that an earlier version made is mended.
    std::filesystem::permissions(folder / "log", std::filesystem::perms(0644));
    CHECK(open_sqlite_store(folder / "log"));
    CHECK(mode_of(folder / "log") == 0600U);
    ::umask(before);
}

TEST_CASE("what was appended outlives kill -9") {
    const TemporaryFolder folder;
    check_killed([&] { return open_sqlite_store(folder / "log"); });
}

TEST_CASE("no part of an entry can move into another without another checksum") {
    CHECK(checksum_of("a", 11, "{}") != checksum_of("a1", 1, "{}"));
    CHECK(checksum_of("a", 1, "1{}") != checksum_of("a", 11, "{}"));
    CHECK(checksum_of("", 0, "") != checksum_of("", 0, std::string(1, '\0')));
}

TEST_CASE("a damaged entry is named and given to nobody") {
    const TemporaryFolder folder;
    const std::string path = folder / "log";
    const std::vector entries{entry("game", 1), entry("game", 2, {{"type", "end"}}), entry("b", 1)};
    REQUIRE((*open_sqlite_store(path))->append(entries));
    const auto damage = [&](const std::string& statement) {
        SQLite::Database(path, SQLite::OPEN_READWRITE).exec(statement);
    };
    std::string what = "its checksum does not fit: it is not as it was written";
    SUBCASE("in its fact, which is still a possible one") {
        damage("UPDATE log SET fact = replace(fact, 'end', 'emd') WHERE number = 2");
    }
    SUBCASE("in its number") { damage("UPDATE log SET number = 3 WHERE number = 2"); }
    SUBCASE("in its checksum") {
        damage("UPDATE log SET checksum = checksum + 1 WHERE number = 2");
    }
    SUBCASE("without its checksum") {
        damage("UPDATE log SET checksum = NULL WHERE number = 2");
        what = "its checksum is missing";
    }
    const auto store = open_sqlite_store(path);
    REQUIRE(store);
    const auto page = (*store)->page(0, 10);
    REQUIRE(page);
    CHECK(page->entries == std::vector{entries[0], entries[2]});
    REQUIRE(page->damaged.size() == 1);
    CHECK(page->damaged[0].stream == "game");
    CHECK(page->damaged[0].what == what);
    const auto replayed = replay(**store, [](const auto&) {});
    REQUIRE(!replayed);
    CHECK(replayed.error() == describe_damaged_log(page->damaged[0]));
    CHECK(!(*store)->stream("game"));
    CHECK((*store)->stream("b") == std::vector{entries[2]});
    CHECK(!copy_log(**store, *make_memory_store()));
}

TEST_CASE("a file that was cut off is refused") {
    const TemporaryFolder folder;
    const std::string path = folder / "log";
    {
        auto store = open_sqlite_store(path);
        REQUIRE(store);
        std::vector<LogEntry> entries;
        for (int number = 1; number <= 500; ++number) entries.push_back(entry("game", number));
        REQUIRE((*store)->append(entries));
    }
    const auto error_at = [&](std::uintmax_t size) {
        std::filesystem::resize_file(path, size);
        const auto store = open_sqlite_store(path);
        return store ? std::string() : store.error();
    };
    const auto size = std::filesystem::file_size(path);
    CHECK(error_at(size).empty());
    CHECK(error_at(size - 1000).find("the file was cut off: it has ") != std::string::npos);
    CHECK(error_at(0).find("Bring back a backup") != std::string::npos);
}

TEST_CASE("a log is looked at without being changed, unless a server has it") {
    const TemporaryFolder folder;
    const std::string path = folder / "log";
    CHECK(!open_sqlite_store_for_reading(path));
    {
        const auto store = open_sqlite_store(path);
        REQUIRE((*store)->append(std::vector{entry("game", 1)}));
        const auto looking = open_sqlite_store_for_reading(path);
        const std::string why = looking ? (*looking)->page(0, 1).error() : looking.error();
        CHECK(why.find("another program uses it, probably a server") != std::string::npos);
    }
    const auto looking = open_sqlite_store_for_reading(path);
    REQUIRE_MESSAGE(looking, looking.error());
    CHECK(all(**looking) == std::vector{entry("game", 1)});
}
