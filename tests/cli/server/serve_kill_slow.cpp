// `kibitz serve`, killed in the middle of games: what a client was told has happened.
#include <atomic>
#include <chrono>
#include <csignal>
#include <map>
#include <set>
#include <string>
#include <thread>

#include "cli/command_child.hpp"
#include "cli/served.hpp"
#include "serve/arena_client.hpp"

using namespace kibitz::test;

namespace {

constexpr int kills = 10;

// A game from beginning to end; its last state, or null if the server went away before.
Json play_both(BattleBot& one, BattleBot& other) {
    for (;;) {
        const Json seen = one.receive(), seen_too = other.receive();
        if (seen.is_null() || seen_too.is_null()) return nullptr;
        if (seen["state"]["complete"]) return seen["state"];
        one.move(seen["state"]);
        other.move(seen["state"]);
    }
}

}  // namespace

TEST_CASE("no result is lost or doubled by kill -9") {
    const TemporaryFolder home;
    const std::string data = home.path() / "data";
    std::map<std::string, Json> ended;  // by contest: one game each
    std::string ann, bob;
    int contests = 0;
    for (int round = 0; round < kills; ++round) {
        CommandChild child({"serve", "--port", "0", "--data", data}, home.path());
        REQUIRE(child.wait_for("Ctrl-C ends it."));
        const std::uint16_t port = served_port(child);
        if (round == 0) {
            ann = register_bot(port, "ann");
            bob = register_bot(port, "bob");
        }
        for (const auto& [contest, state] : ended) {
            const Json found = get(port, "/games/noughtsandcrosses/contests/" + contest)["games"];
            CAPTURE(contest);
            REQUIRE(found.size() == 1);
            CHECK(found[0]["victor"] == state["victor"]);
        }
        std::set<std::string> ids;
        const Json newest = get(port, "/games/noughtsandcrosses");
        for (const Json& game : newest) ids.insert(game["_id"]);
        CHECK(ids.size() == newest.size());

        // A game or more, and one that is cut off: a little later in each round.
        std::atomic<bool> has_ended = false;
        std::jthread killer([&child, &has_ended, round] {
            has_ended.wait(false);
            std::this_thread::sleep_for(std::chrono::milliseconds(7 * round));
            child.signal(SIGKILL);
        });
        for (;;) {
            const std::string contest = "c" + std::to_string(++contests);
            BattleBot one(port, "ann", ann, contest), other(port, "bob", bob, contest);
            const Json end = play_both(one, other);
            if (end.is_null()) break;
            ended[contest] = end;
            has_ended = true;
            has_ended.notify_one();
        }
        has_ended = true;  // if something else went wrong
        has_ended.notify_one();
        CHECK(child.finish() == -SIGKILL);
    }
    CHECK(ended.size() >= kills);
}
