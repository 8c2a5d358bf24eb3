// `kibitz admin`, the server's log, and how a server goes down.
#include <csignal>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <thread>

#include "cli/command_child.hpp"
#include "cli/served.hpp"
#include "serve/arena_client.hpp"

using namespace kibitz::test;

namespace {

std::string text_of(const std::filesystem::path& file) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
}

}  // namespace

TEST_CASE("a whole session is in the log, and nothing secret is") {
    const TemporaryFolder home;
    const std::string data = home.path() / "arena", log = home.path() / "log";
    const auto admin = [&](std::vector<std::string> words) {
        words.insert(words.begin(), {"admin", "--data", data});
        const Ended ended = run_command(home, words);
        return std::to_string(ended.code) + " " + ended.output;
    };
    CHECK(admin({"status"}).starts_with("1 kibitz admin: no server has the folder"));
    CommandChild server(
        {"serve", "--port", "0", "--data", data, "--log", log, "--house-players", "none"},
        home.path());
    REQUIRE(server.wait_for("Ctrl-C ends it."));
    const std::uint16_t port = served_port(server);
    CHECK(admin({"games"}) == "0 none\n");

    const std::string one_hash = register_bot(port, "one"),
                      other_hash = register_bot(port, "other");
    ArenaSocket ann(port, "/arena"), bob(port, "/arena");
    ann.send({{"type", "register"}, {"name", "Ann \"x\""}, {"owner", "A. Person"}});
    const std::string token = ann.receive("registered")["token"];
    bob.send({{"type", "hello"}, {"token", token}});
    CHECK(bob.receive("welcome")["name"] == "Ann \"x\"");
    CHECK(admin({"players"}) == "0 bot no   connections 2   name Ann \"x\"\n");
    CHECK(admin({"rename", "Ann \"x\"", "Anna"}) == "0 done\n");
    ann.client.leave();
    bob.client.leave();
    CHECK(admin({"--json", "status"}).find("\"accounts\":3") != std::string::npos);
    CHECK(admin({"contest", "create", "Spring", "--rounds", "3"}) == "0 done\n");
    CHECK(admin({"contest", "start", "Spring"}) == "1 kibitz admin: a contest needs two players\n");
    CHECK(admin({"backup", home.path() / "copy.db"}).starts_with("0 entries"));
    CHECK(admin({"archive", home.path() / "games.pgn", "--month", "2026-1"})
              .starts_with("1 kibitz admin: a month is written like 2026-10"));
    CHECK(admin({"archive", home.path() / "games.pgn", "--month", "2026-10"})
              .starts_with("0 games        0"));

    // The game that is under way when the server is told to end is played to its end.
    BattleBot one(port, "one", one_hash), other(port, "other", other_hash);
    const Json begin_one = one.receive(), begin_other = other.receive();
    server.signal(SIGTERM);
    NetClient asking(port);
    for (int i = 0; i < 100 && asking.ask("GET", "/readyz").status == 200; ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    CHECK(asking.ask("GET", "/readyz").status == 503);
    Json end;
    {
        one.move(begin_one["state"]);
        other.move(begin_other["state"]);
        std::jthread second([&] { other.play(); });
        end = one.play();
    }
    CHECK(end["reason"] == "complete");
    CHECK(one.closed == 1000);
    CHECK(server.finish() == 0);

    const std::string lines = text_of(log);
    for (const std::string& secret : {one_hash, other_hash, token}) {
        REQUIRE(secret.size() == 64);
        CHECK(lines.find(secret) == std::string::npos);
    }
    CHECK(lines.find("ash") == std::string::npos);  // neither pass hashes nor token hashes
    CHECK(lines.find("oken") == std::string::npos);
    std::map<std::string, int> events;
    std::istringstream reading(lines);
    for (std::string line; std::getline(reading, line);) {
        const Json json = Json::parse(line, nullptr, false);
        REQUIRE(json.is_object());
        CHECK(json["time"].get<std::string>().ends_with("Z"));
        ++events[json["event"]];
    }
    for (const std::string event :
         {"serverStarted", "connected", "request", "registered", "renamed", "contestCreated",
          "command", "gameStarted", "gameEnded", "disconnected", "serverStopped"}) {
        CAPTURE(event);
        CHECK(events[event] > 0);
    }
    CHECK(events["gameEnded"] == 1);
}
