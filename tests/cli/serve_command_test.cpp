// `kibitz serve` as a host runs it.
#include <csignal>
#include <string>

#include "cli/command_child.hpp"
#include "cli/served.hpp"
#include "support/net_client.hpp"

using namespace kibitz::test;

TEST_CASE("kibitz serve serves until it is told to end") {
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
    const std::string nowhere =
        run({"serve", "--store", "postgresql://ann:secret@%2Fnowhere/d", "--port", "0"});
    CHECK(nowhere.starts_with("1 kibitz serve: the arena's log in PostgreSQL: "));
    CHECK(nowhere.find("secret") == std::string::npos);
    CHECK(run({"serve", "--bind", "here", "--port", "0"}).starts_with("1 kibitz serve: \"here\""));
}
