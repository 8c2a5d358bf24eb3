#include "nats_client/settings.hpp"

#include "support/test.hpp"

using kibitz::nats_client::without_passwords;

TEST_CASE("addresses of brokers are shown without names and passwords") {
    CHECK(without_passwords("nats://10.0.0.5:4222") == "nats://10.0.0.5:4222");
    CHECK(without_passwords("nats://arena:secret@10.0.0.5:4222") == "nats://10.0.0.5:4222");
    CHECK(without_passwords("nats://token@a,tls://x:y@b:1,c") == "nats://a,tls://b:1,c");
    CHECK(without_passwords("arena:p@ss@10.0.0.5") == "10.0.0.5");
    CHECK(without_passwords("nats://").starts_with("nats://"));
    CHECK(without_passwords("").empty());
}
