// The files that earlier versions wrote hold the logs they say (tests/data/arena/README.md).
//     KIBITZ_RECORD_ARENA=tests/data/arena/NAME test_store --source-file='*recorded_log*'
// writes the SQLite file of a log that test_arena recorded.
#include <cstdlib>

#include "store/recorded_log.hpp"
#include "support/temporary_folder.hpp"
#include "support/test.hpp"

using namespace kibitz;
using namespace kibitz::store;
using namespace kibitz::store::test;
namespace fs = std::filesystem;

TEST_CASE("SQLite files and logs of earlier versions are read") {
    if (const char* folder = std::getenv("KIBITZ_RECORD_ARENA")) {
        const auto store = open_sqlite_store(fs::path(folder) / "arena.db");
        REQUIRE(store);
        REQUIRE((*store)->append(read_log(folder)));
    }
    int found = 0;
    for (const auto& folder : fs::directory_iterator(recorded_logs())) {
        if (!folder.is_directory()) continue;
        CAPTURE(folder.path().string());
        ++found;
        const auto log = read_log(folder.path());
        CHECK(log.size() > 400);
        // A copy: a store that is opened writes to its file.
        const kibitz::test::TemporaryFolder copies;
        const fs::path copy = copies.path() / "arena.db";
        fs::copy_file(folder.path() / "arena.db", copy);
        {
            const auto looking = open_sqlite_store_for_reading(copy);
            REQUIRE(looking);
            check_holds(**looking, log);
        }
        const auto store = open_sqlite_store(copy);
        REQUIRE(store);
        check_holds(**store, log);
        // It goes on with checksums, and is read again.
        std::vector<LogEntry> longer = log;
        longer.push_back({"added", 1, {{"a", 1}}});
        REQUIRE((*store)->append(std::span(&longer.back(), 1)));
        check_holds(**store, longer);
        REQUIRE((*store)->page(0, longer.size())->damaged.empty());
        const auto memory = make_memory_store();
        REQUIRE(copy_log(**store, *memory));
        check_holds(*memory, longer);
    }
    CHECK(found >= 1);
}
