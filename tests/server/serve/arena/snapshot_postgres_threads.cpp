// Snapshots of a log in PostgreSQL. Skipped where its server is not installed.
#include "serve/arena/snapshot_checks.hpp"
#include "store/postgres_cluster.hpp"

using namespace kibitz;
using namespace kibitz::test;

TEST_CASE("a snapshot of a log in PostgreSQL and the entries after it give its state") {
    if (!PostgresCluster::is_available())
        return skip("PostgreSQL's server is not installed (apt-get install postgresql-15)");
    PostgresCluster cluster;
    const auto store = store::open_postgres_store(cluster.new_database());
    REQUIRE(store);
    check_snapshots(**store);
}
