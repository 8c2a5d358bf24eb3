// The stores, all by the same tests; PostgreSQL's in postgres_store_test.cpp.
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "store/store_checks.hpp"
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

TEST_CASE("what was appended outlives kill -9") {
    const TemporaryFolder folder;
    check_killed([&] { return open_sqlite_store(folder / "log"); });
}
