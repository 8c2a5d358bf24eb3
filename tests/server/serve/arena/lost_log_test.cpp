// A folder that had a log does not begin an empty one.
#include "serve/arena/lost_log.hpp"

#include "support/temporary_folder.hpp"
#include "support/test.hpp"

using namespace kibitz;
using test::TemporaryFolder;

TEST_CASE("a folder with traces of a log must have the log") {
    const TemporaryFolder folder;
    CHECK(serve::check_log_file_is_there(folder.path()));
    // Kept without a log: letters, certificates, A/B tests.
    folder.write("letters.db", "x");
    folder.write("certificate.pem", "x");
    CHECK(serve::check_log_file_is_there(folder.path()));
    for (const char* trace : {"key", "house-tokens.json", "arena.snapshot", "arena.db-wal"}) {
        CAPTURE(trace);
        const std::string path = folder.write(trace, "x");
        const auto checked = serve::check_log_file_is_there(folder.path());
        REQUIRE(!checked);
        CHECK(checked.error().find("arena.db\" is missing") != std::string::npos);
        CHECK(checked.error().find(trace) != std::string::npos);
        CHECK(checked.error().find("Bring back a backup") != std::string::npos);
        std::filesystem::remove(path);
    }
    folder.write("key", "x");
    folder.write("arena.db", "x");
    CHECK(serve::check_log_file_is_there(folder.path()));
}

TEST_CASE("an empty log in a folder of one with entries is refused") {
    const TemporaryFolder folder;
    const auto log = store::make_memory_store();
    // The key is shared with a standby before there is anything.
    folder.write("key", "x");
    CHECK(serve::check_log_is_not_lost(folder.path(), *log));
    folder.write("house-tokens.json", "{}");
    const auto checked = serve::check_log_is_not_lost(folder.path(), *log);
    REQUIRE(!checked);
    CHECK(checked.error().find("log is empty, although the file house-tokens.json") !=
          std::string::npos);
    const std::vector entries{store::LogEntry{"game", 1, {{"type", "start"}}}};
    REQUIRE(log->append(entries));
    CHECK(serve::check_log_is_not_lost(folder.path(), *log));
}
