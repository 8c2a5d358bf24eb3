// The stores, all by the same tests.
#include "arena/store/event_store.hpp"

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <sys/wait.h>
#include <unistd.h>

#include "support/test.hpp"

using namespace kibitz::arena;

namespace {

// A folder of its own that goes away.
class TemporaryFolder {
   public:
    TemporaryFolder() {
        std::string name = (std::filesystem::temp_directory_path() / "kibitz-XXXXXX").string();
        REQUIRE(mkdtemp(name.data()));
        path_ = name;
    }
    ~TemporaryFolder() { std::filesystem::remove_all(path_); }
    [[nodiscard]] std::string file(const char* name) const { return (path_ / name).string(); }

   private:
    std::filesystem::path path_;
};

LogEntry entry(const std::string& stream, int number, nlohmann::json fact = {{"a", 1}}) {
    return {stream, number, std::move(fact)};
}

std::vector<LogEntry> all(EventStore& store) {
    std::vector<LogEntry> entries;
    REQUIRE(store.replay([&](const LogEntry& one) { entries.push_back(one); }));
    return entries;
}

void check_store(EventStore& store) {
    CHECK(all(store).empty());
    CHECK(store.append({}));
    const std::vector first{entry("b", 1, {{"text", "quotes ' \" and \u2655"}}), entry("a", 1)};
    const std::vector second{entry("b", 2)};
    REQUIRE(store.append(first));
    REQUIRE(store.append(second));
    CHECK(all(store) == std::vector{first[0], first[1], second[0]});
    CHECK(store.stream("b") == std::vector{first[0], second[0]});
    CHECK(store.stream("c")->empty());

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
}

}  // namespace

TEST_CASE("in memory") { check_store(*make_memory_store()); }

TEST_CASE("in SQLite, and still there when it is opened again") {
    const TemporaryFolder folder;
    std::vector<LogEntry> before;
    {
        auto store = open_sqlite_store(folder.file("log"));
        REQUIRE_MESSAGE(store, store.error());
        check_store(**store);
        before = all(**store);
    }
    auto store = open_sqlite_store(folder.file("log"));
    REQUIRE_MESSAGE(store, store.error());
    CHECK(all(**store) == before);
}

TEST_CASE("a file that is no log is refused in words") {
    const TemporaryFolder folder;
    std::ofstream(folder.file("text")) << std::string(10'000, 'x');
    const auto text = open_sqlite_store(folder.file("text"));
    REQUIRE(!text);
    CHECK(text.error().find("text\": file is not a database") != std::string::npos);
    const auto nowhere = open_sqlite_store(folder.file("no/such/folder"));
    REQUIRE(!nowhere);
    CHECK(nowhere.error().find("unable to open") != std::string::npos);
}

TEST_CASE("what was appended outlives kill -9") {
    const TemporaryFolder folder;
    int pipe_ends[2];
    REQUIRE(pipe(pipe_ends) == 0);
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        auto store = open_sqlite_store(folder.file("log"));
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

    auto store = open_sqlite_store(folder.file("log"));
    REQUIRE_MESSAGE(store, store.error());
    const auto entries = all(**store);
    CHECK(static_cast<int>(entries.size()) >= appended);
    for (std::size_t i = 0; i < entries.size(); ++i)
        CHECK(entries[i] == entry("game", static_cast<int>(i) + 1));
}
