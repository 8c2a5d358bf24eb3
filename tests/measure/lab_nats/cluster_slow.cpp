// Three brokers: the death of one costs a pause, that of all of them nothing that was stored.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "lab_nats/broker.hpp"
#include "lab_nats/nats_server.hpp"

using namespace kibitz;
using namespace kibitz::lab_nats;
using namespace std::chrono_literals;
using test::NatsServers;

namespace {

constexpr int brokers = 3, facts = 150;

// A cluster needs some seconds to agree on who leads.
std::unique_ptr<Broker> connect(const NatsServers& servers) {
    const auto deadline = std::chrono::steady_clock::now() + 30s;
    for (;;) {
        auto broker = Broker::connect({.servers = servers.addresses(),
                                       .laboratory = "test",
                                       .replicas = brokers,
                                       .seal_fingerprint = "seal"});
        if (broker) return *std::move(broker);
        REQUIRE_MESSAGE(std::chrono::steady_clock::now() < deadline, broker.error());
        std::this_thread::sleep_for(500ms);
    }
}

std::vector<std::string> facts_at(const NatsServers& servers) {
    const auto broker = connect(servers);
    std::vector<std::string> lines;
    auto journal = broker->open_journal();
    REQUIRE_MESSAGE(journal, journal.error());
    const auto replayed =
        (*journal)->replay([&](lab_net::FactJournal::Place,
                               std::string_view line) -> std::expected<void, std::string> {
            lines.emplace_back(line);
            return {};
        });
    REQUIRE_MESSAGE(replayed, replayed.error());
    return lines;
}

}  // namespace

TEST_CASE("kills of one broker after the other, and of all at once, lose no fact and double none") {
    if (!NatsServers::is_available()) return test::skip("nats-server is not installed");
    NatsServers servers(brokers);
    std::vector<std::string> stored;
    {
        const auto broker = connect(servers);
        auto journal = broker->open_journal();
        REQUIRE_MESSAGE(journal, journal.error());
        REQUIRE((*journal)->replay([](lab_net::FactJournal::Place, std::string_view) {
            return std::expected<void, std::string>();
        }));
        std::atomic<bool> is_done = false;
        std::thread storm([&] {
            for (int number = 0; !is_done; number = (number + 1) % brokers) {
                servers.kill(number);
                std::this_thread::sleep_for(1500ms);
                servers.start(number);
                // Two of three have to agree, so the next one waits until this one is back.
                for (int i = 0; i < 50 && !is_done; ++i) std::this_thread::sleep_for(100ms);
            }
        });
        for (int i = 0; i < facts; ++i) {
            const std::string fact = "fact " + std::to_string(i);
            const auto place = (*journal)->append(fact);
            CHECK_MESSAGE(place, place.error());
            if (!place) break;
            stored.push_back(fact);
            std::this_thread::sleep_for(50ms);
        }
        is_done = true;
        storm.join();
    }
    CHECK(stored.size() == facts);
    for (int number = 0; number < brokers; ++number) servers.kill(number);
    for (int number = 0; number < brokers; ++number) servers.start(number);
    const std::vector<std::string> found = facts_at(servers);
    CHECK(found.size() == stored.size());
    for (std::size_t i = 0; i < std::min(found.size(), stored.size()); ++i)
        CHECK(found[i] == stored[i]);
}
