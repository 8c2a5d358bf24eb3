// `kibitz bot` as its owner runs it, against a server of its own.
#include <sys/stat.h>

#include <csignal>
#include <string>

#include "cli/command_child.hpp"
#include "cli/served.hpp"
#include "support/net_client.hpp"

using namespace kibitz::test;

namespace {

class Arena {
   public:
    explicit Arena(const TemporaryFolder& home, const std::string& port = "0")
        : child_({"serve", "--port", port, "--tls-port", "0", "--house-players", "none"},
                 home.path()) {
        REQUIRE(child_.wait_for("Ctrl-C ends it."));
        port_ = std::to_string(served_port(child_));
        tls_port_ = std::to_string(served_port(child_, "https"));
    }
    [[nodiscard]] std::string port() const { return port_; }
    [[nodiscard]] std::string tls_port() const { return tls_port_; }
    void kill() {
        child_.signal(SIGKILL);
        child_.finish();
    }

   private:
    CommandChild child_;
    std::string port_, tls_port_;
};

class Bot : public CommandChild {
   public:
    Bot(const TemporaryFolder& home, const std::string& server, const std::string& name,
        const std::vector<std::string>& more)
        : CommandChild(words(server, name, more), home.path()) {}

   private:
    static std::vector<std::string> words(const std::string& server, const std::string& name,
                                          const std::vector<std::string>& more) {
        std::vector<std::string> all{"bot", "--server", server, "--name", name};
        all.insert(all.end(), more.begin(), more.end());
        return all;
    }
};

// Against whoever moves at random: games are short.
constexpr const char* quick_winner = "level-09";

std::string fake_engine(const std::string& behaviour) {
    return program("fake_engine").string() + " " + behaviour;
}

std::string at(const std::string& port) { return "http://127.0.0.1:" + port; }

bool says(const CommandChild& child, const std::string& text) {
    return child.output().find(text) != std::string::npos;
}

}  // namespace

TEST_CASE("an engine and a player meet over TLS, two games at a time, and are known again") {
    const TemporaryFolder home;
    const Arena arena(home);
    const std::string server = "https://localhost:" + arena.tls_port();
    const std::string ca = home.path() / "data/kibitz/arena/certificate.pem";
    const std::vector<std::string> terms{"--tc",          "0.5", "--games", "2",
                                         "--concurrency", "2",   "--ca",    ca};
    auto anna = terms, stork = terms;
    anna.insert(anna.end(), {"--player", quick_winner});
    stork.insert(stork.end(), {"--engine", fake_engine("plays")});
    for (const char* once : {"is registered", "2 games"}) {
        Bot one(home, server, "Anna", anna), other(home, server, "Stork", stork);
        CHECK(one.finish() == 0);
        CHECK(other.finish() == 0);
        CHECK(says(one, once));
        CHECK(says(other, "2 games: "));
    }
    struct stat status{};
    const auto token =
        home.path() / "data/kibitz/bots" / ("localhost-" + arena.tls_port() + "-Anna.token");
    REQUIRE(::stat(token.c_str(), &status) == 0);
    CHECK((status.st_mode & 0777) == 0600);
    CHECK(status.st_size == 65);
}

TEST_CASE("a bot continues its game when the server was killed and comes back") {
    const TemporaryFolder home;
    auto arena = std::make_unique<Arena>(home);
    const std::string port = arena->port();
    Bot anna(home, at(port), "Anna", {"--player", quick_winner, "--games", "1"});
    REQUIRE(anna.wait_for("is registered"));
    Bot stork(home, at(port), "Stork",
              {"--engine", fake_engine("slow ms=4"), "--challenge", "Anna", "--games", "1"});
    REQUIRE(stork.wait_for("against Anna begins"));
    arena->kill();
    REQUIRE(anna.wait_for("the connection is lost"));
    arena = std::make_unique<Arena>(home, port);
    CHECK(anna.finish() == 0);
    CHECK(stork.finish() == 0);
    CHECK(says(anna, "1 games: "));
    CHECK_FALSE(says(anna, "abort"));
}

TEST_CASE("an engine that crashes is started again, and one that cannot play gives up") {
    const TemporaryFolder home;
    const Arena arena(home);
    Bot anna(home, at(arena.port()), "Anna", {"--player", quick_winner, "--wait"});
    REQUIRE(anna.wait_for("is registered"));
    Bot stork(home, at(arena.port()), "Stork",
              {"--engine", fake_engine("crashes after=3"), "--challenge", "Anna", "--games", "1"});
    CHECK(stork.finish() == 0);
    CHECK(says(stork, "1 games: "));
    CHECK_FALSE(says(stork, "given up"));
    Bot ibis(home, at(arena.port()), "Ibis",
             {"--engine", fake_engine("illegal"), "--challenge", "Anna", "--games", "1"});
    CHECK(ibis.finish() == 1);
    CHECK(says(ibis, "is given up: illegal move"));
    CHECK(says(ibis, "the player fails again and again"));
    Bot none(home, at(arena.port()), "None", {"--engine", "/no/such/engine"});
    CHECK(none.finish() == 1);
    CHECK(says(none, "/no/such/engine"));
    // Nothing is under way, so that one wish to end is enough.
    anna.signal(SIGINT);
    CHECK(anna.finish() == 0);
    CHECK(says(anna, "1 games: "));
}

TEST_CASE("Ctrl-C finishes the games, a second one gives them up") {
    const TemporaryFolder home;
    const Arena arena(home);
    Bot anna(home, at(arena.port()), "Anna", {"--player", quick_winner, "--wait"});
    REQUIRE(anna.wait_for("is registered"));
    Bot stork(home, at(arena.port()), "Stork",
              {"--engine", fake_engine("slow ms=300"), "--challenge", "Anna"});
    REQUIRE(stork.wait_for("begins"));
    stork.signal(SIGINT);
    REQUIRE(stork.wait_for("The games will be finished"));
    stork.signal(SIGINT);
    CHECK(stork.finish() == 0);
    CHECK((says(stork, "resignation") || says(stork, "aborted")));
}

TEST_CASE("an error that keeps a bot from playing is reported in words") {
    const TemporaryFolder home;
    const Arena arena(home);
    const auto run = [&](const std::string& server, const std::vector<std::string>& more) {
        Bot bot(home, server, "Anna", more);
        const int code = bot.finish();
        return std::to_string(code) + " " + bot.output();
    };
    CHECK(run(at(arena.port()), {}).find("1 kibitz bot: no player is given") == 0);
    for (const char* range : {"1500", "-", "1800-1200", "a-b", "1-2-3"})
        CHECK(run(at(arena.port()), {"--player", "random", "--rating-range", range})
                  .find("is no range of ratings: write 1200-1800, 1500- or -1800") !=
              std::string::npos);
    CHECK(run("nowhere", {"--player", "random"}).find("is no address") != std::string::npos);
    // It waits for a server that cannot be reached, and says why.
    const auto waits = [&](const std::string& server, const std::string& why) {
        Bot bot(home, server, "Anna", {"--player", "random"});
        CHECK(bot.wait_for(why));
        bot.signal(SIGINT);
        CHECK(bot.finish() == 0);
    };
    waits(at("1"), "nobody answers at 127.0.0.1:1");
    waits("https://localhost:" + arena.tls_port(), "is not trusted");
    CHECK(run(at(arena.port()), {"--player", "randon"}).find("did you mean") != std::string::npos);
    CHECK(run(at(arena.port()) + "/healthz", {"--player", "random", "--tc", "0.001"})
              .find("base is 1 second to 3 hours") != std::string::npos);
    const std::string file = home.path() / "token";
    CHECK(run(at(arena.port()), {"--player", "random", "--contest", "x", "--token-file", file})
              .find("there is no such contest") != std::string::npos);
    CHECK(run(at(arena.port()), {"--player", "random", "--token-file", file + "2"})
              .find("that name is taken") != std::string::npos);
}
