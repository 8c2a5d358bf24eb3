// Ratings from all results over HTTP: worked out apart from the arena, and not for every request.
#include "arena/virtual_arena.hpp"
#include "support/test.hpp"

using namespace kibitz::arena;
using namespace kibitz::arena::test;

namespace {

struct Fixture {
    VirtualArena arena;

    Fixture() {
        for (const auto& [id, name] : {std::pair{ConnectionId{1}, "Stork"}, {2, "Heron"}}) {
            arena.open(id, Protocol::kibitz);
            say(id, {{"type", "register"}, {"name", name}, {"bot", true}});
        }
    }
    void say(ConnectionId id, const Json& message) { arena.receive(id, message.dump()); }
    // Stork wins.
    void play() {
        say(1, {{"type", "link"}, {"game", "chess"}, {"base", 60000}, {"increment", 0}});
        const Json offer = Json::parse(arena.mail[1].messages.back())["offer"];
        say(2, {{"type", "accept"}, {"offer", offer}});
        const Json game = Json::parse(arena.mail[2].messages.back())["game"];
        say(2, {{"type", "resign"}, {"game", game}});
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

TEST_CASE("who asks again soon is told the same") {
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
