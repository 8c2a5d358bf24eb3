// Two machines and a broker keep one laboratory: either of the machines and the broker may die, and
// the result is that of `kibitz match`.
#include <chrono>
#include <csignal>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "cli/command_child.hpp"
#include "cli/words.hpp"
#include "lab_nats/nats_server.hpp"
#include "match/journal.hpp"
#include "support/free_port.hpp"

using namespace kibitz;
using namespace kibitz::test;
using namespace std::chrono_literals;

namespace {

constexpr int rounds = 120;
const Words small_match = {"-engine",  "name=new", "nodes=200", "-engine",
                           "name=old", "nodes=50", "-rounds",   std::to_string(rounds),
                           "-games",   "2",        "-srand",    "5"};

std::string result_in(const std::string& output) {
    const std::size_t begin = output.rfind("new against old");
    REQUIRE_MESSAGE(begin != std::string::npos, output);
    return output.substr(begin, output.find("  ends:", begin) - begin);
}

// One of the machines that can serve the laboratory.
class Machine {
   public:
    Machine(const NatsServers& brokers, const std::filesystem::path& data, std::uint16_t port,
            const std::string& addresses)
        : words_{"lab",       "up",      "--data",  data.string(), "--port", std::to_string(port),
                 "--address", addresses, "--lease", "3",           "--nats", brokers.addresses()} {}

    void start() { up_ = std::make_unique<CommandChild>(words_, home_.path()); }
    [[nodiscard]] bool says(std::string_view text) { return up_->wait_for(text); }
    [[nodiscard]] bool decides() { return says("Ctrl-C ends it"); }
    void kill() {
        up_->signal(SIGKILL);
        CHECK(up_->finish() == -SIGKILL);
    }
    int stop() {
        up_->signal(SIGINT);
        return up_->finish();
    }

   private:
    TemporaryFolder home_;
    Words words_;
    std::unique_ptr<CommandChild> up_;
};

}  // namespace

TEST_CASE("a laboratory outlives the machines that serve it and its broker") {
    if (!NatsServers::is_available()) return test::skip("nats-server is not installed");
    NatsServers brokers;
    const TemporaryFolder home;
    const std::filesystem::path one = home.path() / "one", two = home.path() / "two";
    const std::uint16_t first_port = free_port(), second_port = free_port();
    const std::string addresses =
        "127.0.0.1:" + std::to_string(first_port) + ",127.0.0.1:" + std::to_string(second_port);
    Machine first(brokers, one, first_port, addresses),
        second(brokers, two, second_port, addresses);
    const auto ask = [&](const Words& words) {
        return run_command(home, Words{"lab"} + words + Words{"--data", one.string()});
    };

    first.start();
    REQUIRE(first.decides());
    std::filesystem::create_directory(two);
    for (const char* file : {"gate-key", "operator-token"})
        std::filesystem::copy_file(one / file, two / file);
    second.start();
    REQUIRE(second.says("has this laboratory; waiting to take it over"));

    const Ended added = ask({"key", "add", "ann"});
    REQUIRE_MESSAGE(added.code == 0, added.output);
    CommandChild worker(
        {"lab", "work", "--join", added.output.substr(0, added.output.find('\n')), "--cores", "2"},
        home.path());
    REQUIRE(worker.wait_for("joined"));
    // The words behind a test's own options are those of a match.
    const Ended begun = run_command(home, Words{"lab", "test", "--data", one.string()} +
                                              small_match + Words{"-each", "cmd=kibitz"});
    REQUIRE_MESSAGE(begun.output == "test 1\n", begun.output);

    std::this_thread::sleep_for(500ms);
    first.kill();
    REQUIRE(second.decides());
    first.start();
    REQUIRE(first.says("waiting to take it over"));
    brokers.kill(0);
    std::this_thread::sleep_for(1s);
    brokers.start(0);
    std::this_thread::sleep_for(1s);
    CHECK(second.stop() == 0);
    REQUIRE(first.decides());

    const Ended watched = ask({"watch", "1"});
    REQUIRE_MESSAGE(watched.code == 0, watched.output);
    CHECK(watched.says("test 1  complete"));
    const std::string journal = home / "test.journal";
    REQUIRE(ask({"get", "1", journal}).code == 0);
    const auto contents = match::read_journal(journal);
    REQUIRE(contents);
    CHECK(contents->games.size() == std::size_t{2} * rounds);
    const Ended resumed = run_command(home, {"match", "-resume", journal});
    const Ended alone =
        run_command(home, Words{"match"} + small_match +
                              Words{"-each", "cmd=" + program("kibitz").string(), "-recover"});
    CHECK(result_in(resumed.output) == result_in(alone.output));

    worker.signal(SIGINT);
    CHECK(worker.finish() == 0);
    CHECK(first.stop() == 0);
}
