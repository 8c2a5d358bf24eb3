// The facts of a laboratory at a real broker: what was stored is there again, whatever is killed,
// and one process at a time writes.
#include "lab_nats/broker.hpp"

#include <atomic>
#include <chrono>
#include <future>
#include <string>
#include <thread>
#include <vector>

#include "lab_nats/nats_server.hpp"

using namespace kibitz;
using namespace kibitz::lab_nats;
using lab_net::FactJournal;
using test::NatsServers;

namespace {

using Lines = std::vector<std::string>;
using namespace std::chrono_literals;

const std::atomic<bool> never = false;

std::unique_ptr<Broker> connect(const NatsServers& servers, const std::string& seal = "seal") {
    auto broker = Broker::connect(
        {.servers = servers.addresses(), .laboratory = "test", .seal_fingerprint = seal});
    REQUIRE_MESSAGE(broker, broker.error());
    return *std::move(broker);
}

std::expected<void, std::string> replay(FactJournal& journal, Lines& lines) {
    return journal.replay(
        [&](FactJournal::Place, std::string_view line) -> std::expected<void, std::string> {
            lines.emplace_back(line);
            return {};
        });
}

std::unique_ptr<FactJournal> open(Broker& broker, Lines& lines) {
    auto journal = broker.open_journal();
    REQUIRE_MESSAGE(journal, journal.error());
    const auto replayed = replay(**journal, lines);
    REQUIRE_MESSAGE(replayed, replayed.error());
    return *std::move(journal);
}

bool is_skipped() {
    if (NatsServers::is_available()) return false;
    test::skip("nats-server is not installed");
    return true;
}

}  // namespace

TEST_CASE("facts are found again at their places, also those longer than a message") {
    if (is_skipped()) return;
    const NatsServers servers;
    const std::string book(2'000'000, 'x');
    std::vector<FactJournal::Place> places;
    {
        const auto broker = connect(servers);
        Lines none;
        const auto journal = open(*broker, none);
        CHECK(none.empty());
        for (const std::string& fact : {std::string("one"), std::string(), book})
            places.push_back(journal->append(fact).value());
        CHECK(journal->read(places[2]) == book);
    }
    const auto broker = connect(servers);
    Lines lines;
    const auto journal = open(*broker, lines);
    CHECK(lines == Lines{"one", "", book});
    places.push_back(journal->append("four").value());
    CHECK(journal->read(places[0]) == "one");
    CHECK(journal->read(places[1]).value().empty());
    CHECK(journal->read(places[3]) == "four");
    CHECK_FALSE(journal->read(1000));
}

TEST_CASE("a broker that is killed and comes back has lost nothing, and a fact waits for it") {
    if (is_skipped()) return;
    NatsServers servers;
    const auto broker = connect(servers);
    Lines none;
    const auto journal = open(*broker, none);
    REQUIRE(journal->append("before"));
    servers.kill(0);
    auto stored = std::async([&] { return journal->append("during"); });
    CHECK(stored.wait_for(1s) == std::future_status::timeout);
    servers.start(0);
    const auto place = stored.get();
    REQUIRE_MESSAGE(place, place.error());
    CHECK(journal->read(*place) == "during");
    Lines lines;
    const auto later = connect(servers);
    open(*later, lines);
    CHECK(lines == Lines{"before", "during"});
}

TEST_CASE("who was taken over stores nothing more") {
    if (is_skipped()) return;
    const NatsServers servers;
    const auto first = connect(servers), second = connect(servers);
    Lines lines;
    const auto old_journal = open(*first, lines);
    REQUIRE(old_journal->append("one"));
    const auto new_journal = open(*second, lines);
    CHECK(lines == Lines{"one"});
    CHECK(old_journal->append("two").error() == "another server has taken this laboratory over");
    CHECK_FALSE(old_journal->append("three"));
    REQUIRE(new_journal->append("four"));
    lines.clear();
    const auto third = connect(servers);
    open(*third, lines);
    CHECK(lines == Lines{"one", "four"});
}

TEST_CASE("a machine with another gate-key is refused in words") {
    if (is_skipped()) return;
    const NatsServers servers;
    Lines lines;
    const auto first = connect(servers);
    open(*first, lines);
    const auto other = connect(servers, "another seal");
    const auto replayed = replay(**other->open_journal(), lines);
    REQUIRE_FALSE(replayed);
    CHECK(replayed.error().contains("copy the file gate-key"));
}

TEST_CASE("one process decides; another takes over when it ends, or when it is silent") {
    if (is_skipped()) return;
    const NatsServers servers;
    auto first = connect(servers);
    const auto second = connect(servers);
    CHECK(first->acquire(never, [](const std::string&) {}).value());

    std::atomic<bool> stop = false;
    std::string heard;
    auto waiting = std::async(
        [&] { return second->acquire(stop, [&](const std::string& what) { heard = what; }); });
    first->keep([](const std::string& why) { FAIL(why); });
    CHECK(waiting.wait_for(7s) == std::future_status::timeout);  // longer than a lease lives
    stop = true;
    CHECK_FALSE(waiting.get().value());
    CHECK(heard.contains("has this laboratory"));

    first.reset();
    CHECK(second->acquire(never, [](const std::string&) {}).value());
    // The second does not renew, so the third gets the lease after its time; the second learns it.
    const auto third = connect(servers);
    const auto begin = std::chrono::steady_clock::now();
    CHECK(third->acquire(never, [](const std::string&) {}).value());
    CHECK(std::chrono::steady_clock::now() - begin < 8s);
    third->keep([](const std::string& why) { FAIL(why); });
    std::promise<std::string> lost;
    second->keep([&](const std::string& why) { lost.set_value(why); });
    CHECK(lost.get_future().get().contains("has taken this laboratory over"));
}

TEST_CASE("what cannot be reached, and a name that is none, are refused in words") {
    CHECK_FALSE(Broker::connect({.servers = "nats://127.0.0.1:1", .seal_fingerprint = "seal"}));
    const auto bad = Broker::connect(
        {.servers = "nats://127.0.0.1:1", .laboratory = "a b", .seal_fingerprint = ""});
    REQUIRE_FALSE(bad);
    CHECK(bad.error().contains("name of a laboratory"));
}
