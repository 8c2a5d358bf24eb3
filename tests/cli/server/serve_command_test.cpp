// `kibitz serve` as a host runs it.
#include <sys/resource.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>

#include "cli/command_child.hpp"
#include "cli/served.hpp"
#include "serve/arena_client.hpp"
#include "support/net_client.hpp"

using namespace kibitz::test;

namespace {

// While one of these exists, files of the child, or of those begun meanwhile, grow no further: as
// on a full disk, writing gives an error.
class FileSizeLimit {
   public:
    explicit FileSizeLimit(rlim_t bytes, pid_t process = 0) : process_(process) {
        rlimit limit{};
        REQUIRE(::prlimit(process_, RLIMIT_FSIZE, nullptr, &before_) == 0);
        limit = before_;
        limit.rlim_cur = bytes;
        REQUIRE(::prlimit(process_, RLIMIT_FSIZE, &limit, nullptr) == 0);
    }
    ~FileSizeLimit() { ::prlimit(process_, RLIMIT_FSIZE, &before_, nullptr); }
    FileSizeLimit(const FileSizeLimit&) = delete;
    FileSizeLimit& operator=(const FileSizeLimit&) = delete;

   private:
    const pid_t process_;
    rlimit before_{};
};

double seconds_to_finish(CommandChild& child, int& code) {
    const auto began = std::chrono::steady_clock::now();
    code = child.finish();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
}

}  // namespace

TEST_CASE("kibitz serve serves until it is asked to stop") {
    const TemporaryFolder home;
    CommandChild child({"serve", "--port", "0", "--tls-port", "0"}, home.path());
    REQUIRE(child.wait_for("Kibitz is at https://127.0.0.1:"));
    REQUIRE(child.wait_for("Ctrl-C ends it."));
    const std::uint16_t port = served_port(child);
    {
        NetClient client(port);
        CHECK(client.ask("GET", "/healthz").body == "ok\n");
        const auto page = client.ask("GET", "/");
        CHECK(page.body.starts_with("<!doctype html>"));
        // A program that was built without the page says so to whatever is asked of it.
        const int missing = page.status == 200 ? 404 : 503;
        CHECK(client.ask("HEAD", "/nowhere").status == missing);
    }

    const std::string other = home.path() / "other";
    CommandChild second({"serve", "--port", std::to_string(port), "--data", other}, home.path());
    CHECK(second.finish() == 1);
    CHECK(second.output().find("--port and --bind choose another") != std::string::npos);

    CommandChild third({"serve", "--port", "0"}, home.path());
    CHECK(third.finish() == 1);
    CHECK(third.output().find("--data chooses another folder") != std::string::npos);

    child.signal(SIGTERM);
    CHECK(child.finish() == 0);
}

TEST_CASE("kibitz serve says what it cannot do") {
    const TemporaryFolder home;
    const auto run = [&](const std::vector<std::string>& arguments) {
        const Ended ended = run_command(home, arguments);
        return std::to_string(ended.code) + " " + ended.output;
    };
    CHECK(run({"serve", "--port", "70000"}).find("--port") != std::string::npos);
    CHECK(run({"serve", "--certificate", "x.pem"}).find("--certificate-key") != std::string::npos);
    CHECK(run({"serve", "--store", "mysql://ann:secret@h/d"}).find("postgresql://") !=
          std::string::npos);
    CHECK(run({"serve", "--bind", "here", "--port", "0"}).starts_with("1 kibitz serve: \"here\""));
}

TEST_CASE("a server waits for a database that does not answer, and says so without its password") {
    const TemporaryFolder home;
    for (const char* mode : {"--points", "--standby"}) {
        CommandChild child(
            {"serve", "--store", "postgresql://ann:secret@%2Fnowhere/d", "--port", "0", mode},
            home.path());
        REQUIRE(child.wait_for("waitingForStore"));
        REQUIRE(child.wait_for("the arena's log in PostgreSQL: "));
        child.signal(SIGTERM);
        child.finish();
        CHECK(child.output().find("secret") == std::string::npos);
    }
}

TEST_CASE("a server whose log cannot be written any more fails within a second, and starts again") {
    const TemporaryFolder home;
    const std::vector<std::string> arguments{"serve", "--port", "0", "--house-players", "none"};
    std::string ann;
    {
        CommandChild child(arguments, home.path());
        REQUIRE(child.wait_for("Ctrl-C ends it."));
        const std::uint16_t port = served_port(child);
        ann = register_bot(port, "ann");
        // One client that never answers, and one that does not go.
        ArenaSocket idle(port, "/arena");
        const FileSizeLimit full(0, child.process());
        NetClient client(port);
        const std::string body = R"({"bot_id": "bob"})";
        client.write("POST /bots/noughtsandcrosses HTTP/1.1\r\nHost: here\r\nContent-Length: " +
                     std::to_string(body.size()) + "\r\n\r\n" + body);
        int code = 0;
        CHECK(seconds_to_finish(child, code) < 1.5);
        CHECK(code == 1);
        CHECK(child.output().find("the arena's log cannot be written") != std::string::npos);
    }
    CommandChild again(arguments, home.path());
    REQUIRE(again.wait_for("Ctrl-C ends it."));
    CHECK(BattleBot(served_port(again), "ann", ann).authentication == "OK");
}

TEST_CASE("a server whose log cannot be written at the start does not start") {
    const TemporaryFolder home;
    {
        CommandChild first({"serve", "--port", "0", "--house-players", "none"}, home.path());
        REQUIRE(first.wait_for("Ctrl-C ends it."));
        first.signal(SIGTERM);
        CHECK(first.finish() == 0);
    }
    const FileSizeLimit full(0);
    CommandChild child({"serve", "--port", "0"}, home.path());
    CHECK(child.finish() == 1);
    CHECK(child.output().find("log") != std::string::npos);
}

TEST_CASE("kibitz serve opens its log anew at SIGHUP and serves on") {
    const TemporaryFolder home;
    const std::string log = home / "log", old = home / "log.1";
    CommandChild child({"serve", "--port", "0", "--house-players", "none", "--log", log},
                       home.path());
    REQUIRE(child.wait_for("Ctrl-C ends it."));
    const std::uint16_t port = served_port(child);
    std::filesystem::rename(log, old);
    child.signal(SIGHUP);
    constexpr int tries = 500;
    for (int i = 0; i < tries && !std::filesystem::exists(log); ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    register_bot(port, "ann");
    child.signal(SIGTERM);
    CHECK(child.finish() == 0);
    std::ifstream file(log);
    const std::string written(std::istreambuf_iterator<char>(file), {});
    CHECK(written.find("\"registered\"") != std::string::npos);
    CHECK(written.find("\"serverStarted\"") == std::string::npos);
}
