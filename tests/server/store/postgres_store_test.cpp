// The store in PostgreSQL. Skipped where its server is not installed.
#include <atomic>
#include <csignal>
#include <optional>
#include <thread>

#include "store/postgres_cluster.hpp"
#include "store/recorded_log.hpp"
#include "store/store_checks.hpp"

using namespace kibitz::arena;
using namespace kibitz::store;
using namespace kibitz::test;
using namespace std::chrono_literals;

TEST_CASE("in PostgreSQL, through restarts of both sides") {
    if (!PostgresCluster::is_available())
        return skip("PostgreSQL's server is not installed (apt-get install postgresql-15)");
    static PostgresCluster cluster;  // for all of them: it takes long to make
    const std::string address = cluster.new_database();
    const auto reopen = [&] { return open_postgres_store(address, 10s); };

    SUBCASE("it does what every store does, and has one server at a time") {
        std::vector<LogEntry> before;
        {
            auto store = reopen();
            REQUIRE_MESSAGE(store, store.error());
            check_store(**store);
            before = all(**store);
            const auto second = reopen();
            REQUIRE(!second);
            CHECK(second.error().ends_with("another server has it"));
        }
        auto store = reopen();
        REQUIRE_MESSAGE(store, store.error());
        CHECK(all(**store) == before);
    }

    SUBCASE("the log of an earlier version is given back as it was") {
        const auto log =
            kibitz::store::test::read_log(kibitz::store::test::recorded_logs() / "0.1.0");
        auto store = reopen();
        REQUIRE_MESSAGE(store, store.error());
        REQUIRE((*store)->append(log));
        kibitz::store::test::check_holds(**store, log);
    }

    SUBCASE("a log of version 1, which had no checksums, is gone on with") {
        const auto in_database = [&](const std::string& statement) {
            return cluster.query(statement, address);
        };
        REQUIRE(
            in_database(
                "CREATE TABLE kibitz_log (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,"
                " stream text NOT NULL, number integer NOT NULL, fact text NOT NULL,"
                " UNIQUE (stream, number));"
                "CREATE TABLE kibitz_arena (version integer NOT NULL, epoch bigint NOT NULL);"
                "INSERT INTO kibitz_arena VALUES (1, 7);"
                "INSERT INTO kibitz_log (stream, number, fact) VALUES ('game', 1, '{\"a\":1}')") ==
            0);
        std::vector<LogEntry> entries{entry("game", 1), entry("game", 2)};
        {
            auto store = reopen();
            REQUIRE_MESSAGE(store, store.error());
            REQUIRE((*store)->append(std::span(&entries[1], 1)));
            CHECK(all(**store) == entries);
        }
        CHECK(all(**reopen()) == entries);
        // The old entry has no checksum and needs none; the new one does.
        REQUIRE(in_database("UPDATE kibitz_log SET checksum = NULL WHERE number = 2") == 0);
        auto store = reopen();
        REQUIRE_MESSAGE(store, store.error());
        const auto page = (*store)->page(0, 10);
        REQUIRE(page);
        CHECK(page->damaged == std::vector{Damage{"game", 2, "its checksum is missing"}});
        CHECK(page->last == 2);
        REQUIRE(in_database("UPDATE kibitz_arena SET version = 3") == 0);
        store->reset();
        const auto refused = reopen();
        REQUIRE(!refused);
        CHECK(refused.error().ends_with("it was written by a newer program"));
    }

    SUBCASE("a log that somebody else reads for long, such as pg_dump, is taken meanwhile") {
        {
            const auto made = reopen();
            REQUIRE_MESSAGE(made, made.error());
        }
        // Division by zero where nobody reads.
        const auto is_read = [&] {
            return cluster.query(
                       "SELECT 1 / count(*) FROM pg_locks WHERE pid <> pg_backend_pid()"
                       " AND relation = 'kibitz_log'::regclass"
                       " AND mode = 'AccessShareLock' AND granted",
                       address) == 0;
        };
        std::jthread reader([&] {
            (void)cluster.query(
                "BEGIN; LOCK TABLE kibitz_log IN ACCESS SHARE MODE; SELECT pg_sleep(60)", address);
        });
        while (!is_read()) std::this_thread::sleep_for(10ms);
        const auto store = reopen();
        CHECK_MESSAGE(store, store.error());
        CHECK(is_read());
        CHECK(cluster.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                            " WHERE query LIKE '%pg_sleep%' AND pid <> pg_backend_pid()") == 0);
    }

    SUBCASE("a damaged entry is named and given to nobody") {
        auto store = reopen();
        REQUIRE_MESSAGE(store, store.error());
        REQUIRE((*store)->append(std::vector{entry("game", 1), entry("game", 2)}));
        REQUIRE(cluster.query("UPDATE kibitz_log SET fact = '{\"a\":2}' WHERE number = 2",
                              address) == 0);
        const auto replayed = replay(**store, [](const auto&) {});
        REQUIRE(!replayed);
        CHECK(replayed.error().starts_with(
            "the arena's log is damaged: entry 2 of the stream \"game\": its checksum does not "
            "fit: it is not as it was written. "));
        CHECK(!(*store)->stream("game"));
    }

    SUBCASE("what was appended outlives kill -9 of the server") { check_killed(reopen); }

    SUBCASE("lost connections are made again, and nothing is lost or doubled") {
        auto store = reopen();
        REQUIRE_MESSAGE(store, store.error());
        constexpr int entries = 400;
        std::string error;
        std::jthread appending([&] {
            for (int number = 1; number <= entries && error.empty(); ++number) {
                const std::vector one{entry("game", number)};
                if (auto appended = (*store)->append(one); !appended) error = appended.error();
                std::this_thread::sleep_for(3ms);
            }
        });
        for (int i = 0; i < 5; ++i) {
            std::this_thread::sleep_for(30ms);
            CHECK(cluster.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                                " WHERE backend_type = 'client backend'"
                                " AND pid <> pg_backend_pid()") == 0);
        }
        cluster.stop(SIGQUIT);
        cluster.start();
        appending.join();
        REQUIRE(error == "");
        const auto kept = all(**store);
        REQUIRE(kept.size() == entries);
        for (int i = 0; i < entries; ++i)
            CHECK(kept[static_cast<std::size_t>(i)] == entry("game", i + 1));
    }

    SUBCASE("who was away while another server had the log does not write to it again") {
        auto store = reopen();
        REQUIRE_MESSAGE(store, store.error());
        cluster.stop(SIGINT);
        cluster.start();
        {
            const auto other = reopen();
            REQUIRE_MESSAGE(other, other.error());
        }
        const std::vector one{entry("game", 1)};
        const auto appended = (*store)->append(one);
        REQUIRE(!appended);
        CHECK(appended.error().ends_with("another server has taken it over"));
    }

    SUBCASE("a database that stays away is reported in words, in time") {
        auto store = open_postgres_store(address, 300ms);
        REQUIRE_MESSAGE(store, store.error());
        cluster.stop(SIGINT);
        const std::vector one{entry("game", 1)};
        const auto appended = (*store)->append(one);
        REQUIRE(!appended);
        CHECK(appended.error().starts_with("the arena's log in PostgreSQL: "));
        CHECK(!(*store)->stream("game"));
        CHECK(!reopen());
        cluster.start();
    }

    SUBCASE("a database that does not answer yet is waited for, and the operator hears of it") {
        for (const bool is_standby : {false, true}) {
            CAPTURE(is_standby);
            cluster.stop(SIGINT);
            std::vector<std::string> reports;
            std::atomic<bool> is_waiting = false;
            const auto waiting = [&](const std::string& why) {
                reports.push_back(why);
                is_waiting = true;
            };
            const auto taken_over = [&]() -> OpenedStore {
                auto standby = make_postgres_standby(address, 10s);
                REQUIRE_MESSAGE(standby, standby.error());
                const auto nothing = [] { return std::expected<void, std::string>(); };
                if (auto taken = (*standby)->take_over(nothing, waiting); !taken)
                    return std::unexpected(taken.error());
                return *std::move(standby);
            };
            std::optional<OpenedStore> store;
            std::jthread opening([&] {
                store = is_standby ? taken_over() : open_postgres_store(address, 10s, waiting);
            });
            while (!is_waiting) std::this_thread::sleep_for(10ms);
            cluster.start();  // by this thread, with which it would end
            opening.join();
            REQUIRE_MESSAGE(*store, store->error());
            CHECK((**store)->check());
            REQUIRE(reports.size() == 1);
            CHECK(reports.front().starts_with("the arena's log in PostgreSQL: "));
        }
    }

    SUBCASE("what a database refuses does not mend itself, so nobody waits for it") {
        const auto waiting = [](const std::string& why) { FAIL(why); };
        const auto cause = [&](const std::string& wrong) {
            const auto store = open_postgres_store(wrong, 10s, waiting);
            REQUIRE(!store);
            return store.error();
        };
        std::string other = address;
        other.replace(other.find("/arena"), std::string("/arena").size(), "/nothing");
        CHECK(cause(other).contains("does not exist"));
        other = address;
        other.replace(other.find("kibitz@"), std::string("kibitz@").size(), "stranger@");
        CHECK(cause(other).contains("stranger"));
    }

    SUBCASE("no statement has a text with a zero byte, which would be cut off there") {
        using namespace std::string_literals;
        auto store = reopen();
        REQUIRE_MESSAGE(store, store.error());
        LogEntry odd = entry("game", 1);
        odd.text = "{\"a\":1}\0, and more"s;
        const auto refused = (*store)->append(std::span(&odd, 1));
        REQUIRE(!refused);
        CHECK(refused.error().ends_with("(zeroByte)"));
        CHECK(all(**store).empty());
    }
}

TEST_CASE("an address that is none is refused without repeating it") {
    for (const char* address : {"postgresql://[::1/name", "postgresql://ann:secret@h/%zz"}) {
        const auto store = open_postgres_store(address);
        REQUIRE(!store);
        CHECK(store.error().find("postgresql://user@host/name") != std::string::npos);
        CHECK(store.error().find("secret") == std::string::npos);
    }
    CHECK(is_postgres_address("postgres://h/d"));
    CHECK(!is_postgres_address("arena.db"));
}
