// A server whose database goes away and comes back. Skipped where PostgreSQL is not installed.
#include <chrono>
#include <csignal>
#include <thread>

#include "serve/running_arena.hpp"
#include "store/postgres_cluster.hpp"
#include "support/net_client.hpp"

using namespace kibitz::test;

TEST_CASE("/readyz says when the log's database cannot be reached") {
    if (!PostgresCluster::is_available())
        return skip("PostgreSQL's server is not installed (apt-get install postgresql-15)");
    PostgresCluster cluster;
    const TemporaryFolder folder;
    RunningArena running(kibitz::serve::ArenaSettings{folder.path(), cluster.new_database()});
    const auto soon = [&](const char* path, int status) {
        constexpr int tries = 200;
        for (int i = 0; i < tries; ++i) {
            NetClient client(running.port());
            if (client.ask("GET", path).status == status) return true;
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
        }
        return false;
    };
    CHECK(soon("/readyz", 200));
    cluster.stop(SIGQUIT);
    CHECK(soon("/readyz", 503));
    CHECK(soon("/healthz", 200));
    cluster.start();
    CHECK(soon("/readyz", 200));
}
