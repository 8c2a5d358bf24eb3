// Measured lag, from a ping to the clock, in virtual time.
#include "arena/lag_meter.hpp"

#include "arena/virtual_arena.hpp"
#include "support/test.hpp"

using namespace kibitz::arena;
using namespace std::chrono_literals;
using kibitz::arena::test::VirtualArena;

namespace {

constexpr ConnectionId ann = 1, bob = 2;

// Ann has White, and a minute.
class Game {
   public:
    Game() {
        for (const ConnectionId id : {ann, bob}) {
            arena.open(id, Protocol::kibitz);
            arena.receive(id, Json{{"type", "register"}, {"name", id == ann ? "A" : "B"}}.dump());
        }
        arena.receive(ann, R"({"type":"link","game":"chess","base":60000,"increment":0,"side":0})");
        const Json offer = Json::parse(arena.mail[ann].messages.back());
        arena.receive(bob, Json{{"type", "accept"}, {"offer", offer["offer"]}}.dump());
        id_ = Json::parse(arena.mail[bob].messages.back())["game"];
    }
    // A second after the opponent's; the time taken off the clock.
    int move(ConnectionId who, const char* uci) {
        arena.now += 1s;
        arena.receive(who, Json{{"type", "move"}, {"game", id_}, {"move", {{"uci", uci}}}}.dump());
        const auto& events = arena.arena->hall().find(id_)->events();
        return static_cast<int>(std::get<Moved>(events.back().fact).used.count());
    }

    VirtualArena arena;

   private:
    std::string id_;
};

}  // namespace

TEST_CASE("the meter reports the shortest of the newest four measurements") {
    LagMeter meter;
    CHECK(meter.lag() == 0ms);
    for (const auto time : {80ms, 50ms, 900ms}) meter.add(time);
    CHECK(meter.lag() == 50ms);
    for (const auto time : {70ms, 60ms, 90ms}) meter.add(time);
    CHECK(meter.lag() == 60ms);
    meter.add(-5ms);
    CHECK(meter.lag() == 0ms);
}

TEST_CASE("what was measured is given back at each move, up to the limit, to who was measured") {
    Game game;
    CHECK(game.move(ann, "e2e4") == 1000);
    game.arena.measured(ann, 40ms);
    CHECK(game.move(bob, "e7e5") == 1000);
    CHECK(game.move(ann, "d2d4") == 960);
    for (int i = 0; i < 4; ++i) game.arena.measured(bob, 5s);
    CHECK(game.move(bob, "d7d5") == 900);
    // It is lost with its connection.
    game.arena.lose(bob);
    game.arena.measured(bob, 5s);
    CHECK(game.move(ann, "g1f3") == 960);
}
