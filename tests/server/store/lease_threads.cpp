// A server that hangs, and one that stands by: the log is taken over, and the one that goes on
// later writes nothing. The servers that hang are processes that get SIGSTOP.
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <functional>
#include <thread>

#include "store/event_store.hpp"
#include "store/lease_watch.hpp"
#include "store/postgres_cluster.hpp"
#include "store/store_checks.hpp"
#include "support/temporary_folder.hpp"

using namespace kibitz::store;
using namespace kibitz::test;
using namespace std::chrono_literals;

namespace {

constexpr int exit_as_fenced = 7;
constexpr int exit_out_of_patience = 1;

// Another process, which has a pipe to say that it is ready.
class Process {
   public:
    explicit Process(const std::function<int(const std::function<void()>& ready)>& run) {
        int ends[2];
        REQUIRE(::pipe(ends) == 0);
        id_ = ::fork();
        REQUIRE(id_ >= 0);
        if (id_ == 0) {
            ::close(ends[0]);
            ::_exit(run([&] { (void)!::write(ends[1], "r", 1); }));
        }
        ::close(ends[1]);
        char word = 0;
        REQUIRE(::read(ends[0], &word, 1) == 1);
        ::close(ends[0]);
    }
    ~Process() {
        if (id_ <= 0) return;
        ::kill(id_, SIGKILL);
        ::waitpid(id_, nullptr, 0);
    }
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    void signal(int number) const { REQUIRE(::kill(id_, number) == 0); }
    int finish() {
        int status = 0;
        REQUIRE(::waitpid(std::exchange(id_, 0), &status, 0) > 0);
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }

   private:
    pid_t id_ = 0;
};

// Writes the log until it cannot any more.
int serve(EventStore& store, int first) {
    for (int number = first;; ++number) {
        const std::vector entries{entry("game", number)};
        if (!store.append(entries) || !store.renew())
            return store.is_ours() ? exit_out_of_patience : exit_as_fenced;
        std::this_thread::sleep_for(20ms);
    }
}

}  // namespace

TEST_CASE("a lease has run out that was looked at often enough and was always the same") {
    LeaseWatch watch;
    for (int renewed = 0; renewed < 100; ++renewed)
        CHECK_FALSE(watch.look(std::to_string(renewed)));
    for (int i = 1; i < LeaseWatch::most_unchanged; ++i) CHECK_FALSE(watch.look("99"));
    CHECK(watch.look("99"));
    CHECK(watch.look("99"));
    CHECK_FALSE(watch.look("100"));  // it goes on
    for (int i = 1; i < LeaseWatch::most_unchanged; ++i) CHECK_FALSE(watch.look("100"));
    CHECK_FALSE(watch.look(std::nullopt));
    for (int i = 0; i < 100; ++i) CHECK_FALSE(watch.look(std::nullopt));  // has no lease
    for (int i = 0; i < LeaseWatch::most_unchanged; ++i) CHECK_FALSE(watch.look("100"));
    CHECK(watch.look("100"));
}

TEST_CASE("a server that hangs is replaced in PostgreSQL, and is fenced when it goes on") {
    if (!PostgresCluster::is_available())
        return skip("PostgreSQL's server is not installed (apt-get install postgresql-15)");
    PostgresCluster cluster;
    const std::string address = cluster.new_database();
    Process hung([&](const std::function<void()>& ready) {
        const auto store = open_postgres_store(address, 10s);
        if (!store) return 1;
        ready();
        return serve(**store, 1);
    });
    const auto taken = make_postgres_standby(address, 10s);
    REQUIRE_MESSAGE(taken, taken.error());
    std::atomic<bool> is_over = false;
    std::expected<void, std::string> waited;
    std::thread standby([&] {
        waited = (*taken)->take_over([] { return std::expected<void, std::string>(); });
        is_over = true;
    });
    // While it goes on it keeps its log, however long that is.
    std::this_thread::sleep_for(LeaseWatch::most_unchanged * 1s + 2s);
    CHECK_FALSE(is_over);
    hung.signal(SIGSTOP);
    standby.join();
    REQUIRE_MESSAGE(waited, waited.error());
    const int written = static_cast<int>(all(**taken).size());
    CHECK(written > 0);
    const std::vector entries{entry("game", written + 1), entry("game", written + 2)};
    REQUIRE((*taken)->append(entries));
    hung.signal(SIGCONT);
    // It ends because it was fenced or, if it hung in the middle of a write, because that has taken
    // longer than it waits for a database. Either way nothing of it is written any more.
    const int ended = hung.finish();
    CHECK((ended == exit_as_fenced || ended == exit_out_of_patience));
    CHECK(static_cast<int>(all(**taken).size()) == written + 2);
    CHECK((*taken)->renew());
    CHECK((*taken)->is_ours());
}

TEST_CASE("in SQLite nobody gets the log of a server that hangs, and it goes on where it was") {
    const TemporaryFolder folder;
    const std::string path = folder / "arena.db";
    Process hung([&](const std::function<void()>& ready) {
        const auto store = open_sqlite_store(path);
        if (!store) return 1;
        const std::vector entries{entry("game", 1)};
        if (!(*store)->append(entries)) return 1;
        ready();
        return serve(**store, 2);
    });
    hung.signal(SIGSTOP);
    CHECK_FALSE(open_sqlite_store(path));
    hung.signal(SIGCONT);
    CHECK_FALSE(open_sqlite_store(path));
    // As systemd ends it, after which it starts another one.
    hung.signal(SIGKILL);
    CHECK(hung.finish() == -1);
    auto store = open_sqlite_store(path);
    REQUIRE_MESSAGE(store, store.error());
    const auto entries = all(**store);
    REQUIRE_FALSE(entries.empty());
    CHECK(entries.back() == entry("game", static_cast<int>(entries.size())));
}
