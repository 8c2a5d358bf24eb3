// Ratings from all results over HTTP: worked out apart from the arena, and not for every request.
#include "arena/virtual_arena.hpp"
#include "support/test.hpp"

using namespace kibitz::arena;
using namespace kibitz::arena::test;

namespace {

struct Fixture {
    VirtualArena arena;
    std::map<ConnectionId, std::string> tokens;

    Fixture() {
        for (const auto& [id, name] : {std::pair{ConnectionId{1}, "Stork"}, {2, "Heron"}}) {
            arena.open(id, Protocol::kibitz);
            send(id, {{"type", "register"}, {"name", name}, {"bot", true}});
            tokens[id] = Json::parse(arena.mail[id].messages.front())["token"];
        }
    }
    void send(ConnectionId id, const Json& message) { arena.receive(id, message.dump()); }
    // Stork wins.
    void play(bool rated = true) {
        send(1, {{"type", "link"},
                 {"game", "chess"},
                 {"base", 60000},
                 {"increment", 0},
                 {"rated", rated}});
        const Json offer = Json::parse(arena.mail[1].messages.back())["offer"];
        send(2, {{"type", "accept"}, {"offer", offer}});
        const Json game = Json::parse(arena.mail[2].messages.back())["game"];
        send(2, {{"type", "resign"}, {"game", game}});
    }
    // Comes back as it was registered, in another version.
    Json come_back(ConnectionId id, const std::string& version) {
        const std::string token = tokens[id];
        arena.lose(id);
        arena.open(id, Protocol::kibitz);
        arena.mail[id] = {};
        send(id, {{"type", "hello"}, {"token", token}, {"version", version}});
        return Json::parse(arena.mail[id].messages.front());
    }
    Json bots() { return arena.request("GET", "/arena/ratings/chess").body["bots"]; }
};

}  // namespace

TEST_CASE("the arena itself only notes what the ratings are to be worked out from") {
    Fixture f;
    f.play();
    Effects effects;
    auto answer = f.arena.arena->request("GET", "/arena/ratings/chess", "", f.arena.now, effects);
    REQUIRE(answer);
    CHECK_FALSE(answer->body.contains("bots"));
    REQUIRE(answer->finish);
    f.play();  // is not in it
    answer->finish(*answer);
    CHECK(answer->body["bots"][0]["player"] == "Stork");
    CHECK(answer->body["bots"][0]["games"] == 1);
}

TEST_CASE("a player who asks again soon receives the same answer") {
    Fixture f;
    f.play();
    const Json before = f.bots();
    f.play();
    CHECK(f.bots() == before);
    f.arena.wait_until(f.arena.now + protocol::Http::batch_interval);
    CHECK(f.bots()[0]["games"] == 2);
    // Another name is no other player.
    for (const ConnectionId id : {1, 2}) f.arena.lose(id);
    CHECK(f.arena.host({{"command", "rename"}, {"name", "Stork"}, {"to", "Crane"}})["ok"] ==
          "done");
    f.arena.wait_until(f.arena.now + protocol::Http::batch_interval);
    CHECK(f.bots()[0]["player"] == "Crane");
    CHECK(f.bots()[0]["games"] == 2);
    f.arena.restart();
    CHECK(f.bots()[0]["player"] == "Crane");
}

TEST_CASE("casual games do not count") {
    Fixture f;
    f.play(false);
    CHECK(f.bots().empty());
}

TEST_CASE("versions of a bot are rated apart, also out of the log and under another name") {
    Fixture f;
    f.play();
    CHECK(f.come_back(1, "2.0")["type"] == "welcome");
    f.play();
    f.play();
    const auto check = [&](const std::string& name) {
        const Json bots = f.bots();
        std::map<std::string, int> games;
        for (const Json& bot : bots)
            games[bot["player"].get<std::string>() + " " + bot["version"].get<std::string>()] =
                bot["games"];
        CHECK(games ==
              std::map<std::string, int>{{name + " ", 1}, {name + " 2.0", 2}, {"Heron ", 3}});
    };
    check("Stork");
    // The game keeps it.
    const GameId id = f.arena.arena->hall().finished().of("chess").back().id;
    const Json game = f.arena.request("GET", "/arena/games/" + id).body;
    const bool is_first = game["events"][0]["players"][0] == "Stork";
    CHECK(game["events"][0]["versions"] == (is_first ? Json{"2.0", ""} : Json{"", "2.0"}));
    for (const ConnectionId one : {1, 2}) f.arena.lose(one);
    CHECK(f.arena.host({{"command", "rename"}, {"name", "Stork"}, {"to", "Crane"}})["ok"] ==
          "done");
    f.arena.wait_until(f.arena.now + protocol::Http::batch_interval);
    check("Crane");
    f.arena.restart();
    CHECK(f.arena.misfits.empty());
    check("Crane");
}

TEST_CASE("a version that is none is refused in words, and does not log in") {
    Fixture f;
    CHECK(f.come_back(1, std::string(33, '1'))["error"] == "versions have at most 32 bytes");
    CHECK(f.come_back(1, "2\u200B")["error"] ==
          "the version: names have no characters that cannot be seen");
    f.send(1, {{"type", "hello"}, {"token", f.tokens[1]}, {"version", 2}});
    CHECK(Json::parse(f.arena.mail[1].messages.back())["error"] ==
          "the field \"version\" is not a text");
    f.arena.open(3, Protocol::kibitz);
    f.send(3, {{"type", "register"}, {"name", "Ann"}, {"version", "1"}});
    CHECK(Json::parse(f.arena.mail[3].messages.back())["error"] == "only bots have a version");
    CHECK(f.come_back(1, "2")["type"] == "welcome");
}
