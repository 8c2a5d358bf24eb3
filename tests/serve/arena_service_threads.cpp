// The arena behind sockets, with a clock and a store.
#include <filesystem>
#include <memory>
#include <string>
#include <thread>

#include "serve/arena_client.hpp"
#include "serve/running_arena.hpp"

using namespace kibitz;
using namespace kibitz::test;

namespace {

// Both take part in a game to its end.
Json play_a_game(ClassicBot& one, ClassicBot& other) {
    Json seen_by_other;
    std::jthread second([&] { seen_by_other = other.play(); });
    const Json seen = one.play();
    second.join();
    CHECK(seen == seen_by_other);
    return seen;
}

}  // namespace

TEST_CASE("bots of the battlebot protocol register, play a contest over TLS and find it again") {
    const Folder folder;
    std::string ann, bob, id;
    {
        RunningArena running(folder.path);
        const std::uint16_t port = running.port();
        ann = register_bot(port, "ann");
        bob = register_bot(port, "bob");
        NetClient again(port);
        CHECK(post(again, "/bots/noughtsandcrosses", R"({"bot_id": "ann"})").status == 400);
        CHECK(post(again, "/bots/noughtsandcrosses", "hello").status == 400);
        CHECK(again.ask("GET", "/games/chess/x/y").status == 404);
        CHECK(ClassicBot(port, "ann", bob).authentication == "failed");

        constexpr int meetings = 5;
        for (int i = 0; i < meetings; ++i) {
            const std::string& trusted = running.certificate_file;
            ClassicBot one(running.tls_port(), "ann", ann, "cup", trusted),
                other(running.tls_port(), "bob", bob, "cup", trusted);
            CHECK(one.authentication == "OK");
            const Json end = play_a_game(one, other);
            CHECK(end["reason"] == "complete");
            CHECK(one.closed == 1000);
        }
        const Json contest = get(port, "/games/noughtsandcrosses/contests/cup");
        CHECK(contest["games"].size() == meetings);
        CHECK(contest["bots"].size() == 2);
        id = contest["games"][0]["_id"];
        CHECK(get(port, "/bots/noughtsandcrosses").size() == 2);
    }
    RunningArena running(folder.path);
    CHECK(get(running.port(), "/games/noughtsandcrosses/contests/cup")["games"].size() == 5);
    CHECK(get(running.port(), "/games/noughtsandcrosses/" + id)["turns"].size() >= 5);
    CHECK(ClassicBot(running.port(), "bob", bob).authentication == "OK");
}

TEST_CASE("a game of the arena's own protocol outlives the server") {
    const Folder folder;
    std::string ann_token, bob_token, game;
    {
        RunningArena running(folder.path);
        ArenaSocket ann(running.port(), "/arena"), bob(running.port(), "/arena"),
            eve(running.port(), "/arena");
        ann.say({{"type", "register"}, {"name", "Ann"}});
        ann_token = ann.hear("registered")["token"];
        bob.say({{"type", "register"}, {"name", "Bob"}});
        bob_token = bob.hear("registered")["token"];
        ann.say(
            {{"type", "link"}, {"game", "chess"}, {"base", 60000}, {"increment", 0}, {"side", 0}});
        const std::string offer = ann.hear("ok")["offer"];
        bob.say({{"type", "accept"}, {"offer", offer}});
        game = bob.hear("ok")["game"];
        eve.say({{"type", "watch"}, {"game", game}});
        CHECK(eve.hear("state")["state"]["plies"] == 0);
        ann.say({{"type", "move"}, {"game", game}, {"move", {{"uci", "e2e4"}}}});
        for (ArenaSocket* who : {&bob, &eve}) {
            const Json event = who->hear("event")["event"];
            if (event["type"] == "start") continue;
            CHECK(event["move"]["uci"] == "e2e4");
        }
        ann.client.send_frame(NetClient::text, "hello");
        CHECK(ann.hear("error")["error"].is_string());
        // What is longer than a message may be is refused, and the connection lives.
        ann.client.send_frame(NetClient::text, std::string(20'000, 'x'));
        CHECK(ann.hear("error")["error"].is_string());
        std::jthread stopping([&] { running.stop(); });
        while (!eve.hear().is_null()) {
        }
        CHECK(eve.closed == 1012);
        eve.client.leave();
        ann.client.leave();
        bob.client.leave();
    }
    RunningArena running(folder.path);
    ArenaSocket bob(running.port(), "/arena"), ann(running.port(), "/arena");
    bob.say({{"type", "hello"}, {"token", bob_token}});
    CHECK(bob.hear("welcome")["games"][0] == game);
    Json state = bob.hear("state")["state"];
    CHECK(state["plies"] == 1);
    CHECK(state["paused"] == true);
    ann.say({{"type", "hello"}, {"token", ann_token}});
    state = ann.hear("state")["state"];
    CHECK(state["paused"] == false);
    bob.say({{"type", "resign"}, {"game", game}});
    Json event;
    do event = ann.hear("event")["event"];
    while (event["type"] != "end");
    CHECK(event["winner"] == 0);
}

TEST_CASE("who floods and does not read is cut off, and others do not notice") {
    const Folder folder;
    RunningArena running(folder.path);
    ArenaSocket flood(running.port(), "/arena"), other(running.port(), "/arena");
    constexpr int messages = 200'000;
    for (int i = 0; i < messages; ++i) flood.client.send_frame(NetClient::text, "{}");
    int answers = 0;
    while (!flood.hear().is_null()) ++answers;
    CHECK(answers < messages);
    other.say({{"type", "ping"}});
    CHECK_FALSE(other.hear().is_null());
}

TEST_CASE("an address registers so many bots an hour and no more") {
    const Folder folder;
    RunningArena running(folder.path);
    NetClient client(running.port());
    int status = 201, registered = 0;
    while (status == 201 && registered <= serve::ArenaService::most_registrations_an_hour) {
        status = post(client, "/bots/noughtsandcrosses",
                      Json{{"bot_id", "bot" + std::to_string(registered)}}.dump())
                     .status;
        if (status == 201) ++registered;
    }
    CHECK(registered == serve::ArenaService::most_registrations_an_hour);
    CHECK(status == 429);
    CHECK(client.ask("GET", "/bots/noughtsandcrosses").status == 200);
    const std::string metrics = client.ask("GET", "/metrics").body;
    CHECK(metrics.find("kibitz_arena_log_entries_total 100\n") != std::string::npos);
}

TEST_CASE("a folder that cannot be used is told") {
    const auto error_of = [](const std::string& folder) {
        const auto opened = serve::ArenaService::open({folder}, [](const std::string&) {});
        return opened ? std::string() : opened.error();
    };
    CHECK(error_of("/proc/nowhere").find("/proc/nowhere") != std::string::npos);
    const Folder folder;
    {
        const auto first = serve::ArenaService::open({folder.path}, [](const std::string&) {});
        REQUIRE(first);
        CHECK(!error_of(folder.path).empty());  // one server has it
    }
    std::filesystem::resize_file(folder.path + "/key", 5);
    CHECK(error_of(folder.path).find("5 bytes") != std::string::npos);
}
