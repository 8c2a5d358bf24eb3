// The arena behind sockets, with a clock and a store.
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <thread>

#include "serve/arena_client.hpp"
#include "serve/operator/operator_socket.hpp"
#include "serve/running_arena.hpp"

using namespace kibitz;
using namespace kibitz::test;

namespace {

// Both take part in a game to its end.
Json play_a_game(BattleBot& one, BattleBot& other) {
    Json seen_by_other;
    std::jthread second([&] { seen_by_other = other.play(); });
    const Json seen = one.play();
    second.join();
    CHECK(seen == seen_by_other);
    return seen;
}

}  // namespace

TEST_CASE("bots of the battlebot protocol register, play a contest over TLS and find it again") {
    const TemporaryFolder folder;
    std::string ann, bob, id;
    {
        RunningArena running(folder.path());
        const std::uint16_t port = running.port();
        ann = register_bot(port, "ann");
        bob = register_bot(port, "bob");
        NetClient again(port);
        CHECK(post(again, "/bots/noughtsandcrosses", R"({"bot_id": "ann"})").status == 400);
        CHECK(post(again, "/bots/noughtsandcrosses", "hello").status == 400);
        CHECK(again.ask("GET", "/games/chess/x/y").status == 404);
        CHECK(BattleBot(port, "ann", bob).authentication == "failed");

        constexpr int meetings = 5;
        for (int i = 0; i < meetings; ++i) {
            const std::string& trusted = running.certificate_file;
            BattleBot one(running.tls_port(), "ann", ann, "cup", trusted),
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
    RunningArena running(folder.path());
    CHECK(get(running.port(), "/games/noughtsandcrosses/contests/cup")["games"].size() == 5);
    CHECK(get(running.port(), "/games/noughtsandcrosses/" + id)["turns"].size() >= 5);
    CHECK(BattleBot(running.port(), "bob", bob).authentication == "OK");
}

TEST_CASE("browsers that come with TLS are told to do so from now on, if the operator wants it") {
    const TemporaryFolder folder;
    const auto is_told = [](const RunningArena& running, bool with_tls) {
        NetClient client(with_tls ? running.tls_port() : running.port(),
                         with_tls ? running.certificate_file : "");
        const auto answer = client.ask("GET", "/healthz");
        CHECK(answer.status == 200);
        return answer.head.contains("Strict-Transport-Security: max-age=86400");
    };
    {
        const RunningArena running(folder.path(), {}, {.strict_transport = std::chrono::days(1)});
        CHECK(is_told(running, /*with_tls=*/true));
        CHECK(!is_told(running, /*with_tls=*/false));
    }
    const RunningArena running(folder.path());
    CHECK(!is_told(running, /*with_tls=*/true));
}

TEST_CASE("a game of the arena's own protocol outlives the server") {
    const TemporaryFolder folder;
    std::string ann_token, bob_token, game;
    {
        RunningArena running(folder.path());
        ArenaSocket ann(running.port(), "/arena"), bob(running.port(), "/arena"),
            eve(running.port(), "/arena");
        ann.send({{"type", "register"}, {"name", "Ann"}});
        ann_token = ann.receive("registered")["token"];
        bob.send({{"type", "register"}, {"name", "Bob"}});
        bob_token = bob.receive("registered")["token"];
        ann.send(
            {{"type", "link"}, {"game", "chess"}, {"base", 60000}, {"increment", 0}, {"side", 0}});
        const std::string offer = ann.receive("ok")["offer"];
        bob.send({{"type", "accept"}, {"offer", offer}});
        game = bob.receive("ok")["game"];
        eve.send({{"type", "watch"}, {"game", game}});
        CHECK(eve.receive("state")["state"]["plies"] == 0);
        ann.send({{"type", "move"}, {"game", game}, {"move", {{"uci", "e2e4"}}}});
        for (ArenaSocket* who : {&bob, &eve}) {
            const Json event = who->receive("event")["event"];
            if (event["type"] == "start") continue;
            CHECK(event["move"]["uci"] == "e2e4");
        }
        ann.client.send_frame(NetClient::text, "hello");
        CHECK(ann.receive("error")["error"].is_string());
        // What is longer than a message may be is refused, and the connection lives.
        ann.client.send_frame(NetClient::text, std::string(20'000, 'x'));
        CHECK(ann.receive("error")["error"].is_string());
        std::jthread stopping([&] { running.stop(); });
        while (!eve.receive().is_null()) {
        }
        CHECK(eve.closed == 1012);
        eve.client.leave();
        ann.client.leave();
        bob.client.leave();
    }
    RunningArena running(folder.path());
    ArenaSocket bob(running.port(), "/arena"), ann(running.port(), "/arena");
    bob.send({{"type", "hello"}, {"token", bob_token}});
    CHECK(bob.receive("welcome")["games"][0] == game);
    Json state = bob.receive("state")["state"];
    CHECK(state["plies"] == 1);
    CHECK(state["paused"] == true);
    ann.send({{"type", "hello"}, {"token", ann_token}});
    state = ann.receive("state")["state"];
    CHECK(state["paused"] == false);
    bob.send({{"type", "resign"}, {"game", game}});
    Json event;
    do event = ann.receive("event")["event"];
    while (event["type"] != "end");
    CHECK(event["winner"] == 0);
}

TEST_CASE("a player who is far away is given the time on the way") {
    const TemporaryFolder folder;
    RunningArena running(folder.path());
    ArenaSocket ann(running.port(), "/arena"), bob(running.port(), "/arena");
    bob.pong_delay = std::chrono::milliseconds(70);
    ann.send({{"type", "register"}, {"name", "Ann"}});
    ann.receive("registered");
    bob.send({{"type", "register"}, {"name", "Bob"}});
    bob.receive("registered");
    ann.send({{"type", "link"}, {"game", "chess"}, {"base", 60000}, {"increment", 0}, {"side", 0}});
    bob.send({{"type", "accept"}, {"offer", ann.receive("ok")["offer"]}});
    const std::string game = bob.receive("ok")["game"];
    const auto move = [&](ArenaSocket& who, const char* uci) {
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
        who.send({{"type", "move"}, {"game", game}, {"move", {{"uci", uci}}}});
        for (;;)
            if (const Json event = who.receive("event")["event"];
                event.is_null() || event["type"] == "move")
                return event.value("used", -1);
    };
    // From before the server can begin to count to after it has ended, however busy all are.
    const auto began = std::chrono::steady_clock::now();
    move(ann, "e2e4");
    bob.receive("event");  // the move
    const int used = move(bob, "e7e5");
    const auto took = std::chrono::steady_clock::now() - began - std::chrono::milliseconds(200);
    CHECK(used >= 100);
    CHECK(std::chrono::milliseconds(used) + bob.pong_delay <= took);
}

TEST_CASE("a spectator who does not read gets the newest state when it does") {
    const TemporaryFolder folder;
    RunningArena running(folder.path());
    ArenaSocket ann(running.port(), "/arena"), bob(running.port(), "/arena"),
        eve(running.port(), "/arena", "", /*has_narrow_window=*/true);
    ann.send({{"type", "register"}, {"name", "Ann"}});
    ann.receive("registered");
    bob.send({{"type", "register"}, {"name", "Bob"}});
    bob.receive("registered");
    constexpr int games = 4, chats = 100;
    std::vector<std::string> ids;
    for (int i = 0; i < games; ++i) {
        ann.send({{"type", "link"}, {"game", "chess"}, {"base", 60000}, {"increment", 0}});
        bob.send({{"type", "accept"}, {"offer", ann.receive("ok")["offer"]}});
        ids.push_back(bob.receive("ok")["game"]);
        eve.send({{"type", "watch"}, {"game", ids.back()}});
        eve.receive("ok");
    }
    // Far more than what may wait for her.
    for (int i = 0; i < chats; ++i)
        for (ArenaSocket* who : {&ann, &bob}) {
            for (const std::string& id : ids)
                who->send({{"type", "chat"}, {"game", id}, {"text", std::string(200, 'x')}});
            for (int answer = 0; answer < games; ++answer) who->receive("ok");
        }
    constexpr int last_number = 1 + 2 * chats;
    int events = 0;
    std::map<std::string, int> newest;
    while (std::ranges::any_of(ids, [&](const auto& id) { return newest[id] < last_number; })) {
        const Json message = eve.receive();
        REQUIRE(!message.is_null());
        if (message["type"] == "spectators") continue;
        const bool is_event = message["type"] == "event";
        events += is_event;
        int& number = newest[message["game"]];
        const int next = message[is_event ? "event" : "state"]["number"];
        CHECK(next > number);
        number = next;
    }
    CHECK(events < games * 2 * chats);
    // And from then on all of it again.
    ann.send({{"type", "chat"}, {"game", ids[0]}, {"text", "still here"}});
    CHECK(ann.receive("error")["code"] == "tooMuchChat");
    bob.send({{"type", "resign"}, {"game", ids[0]}});
    CHECK(eve.receive("event")["event"]["number"] == last_number + 1);
}

TEST_CASE("many games at once, with people looking on and looking things up") {
    const TemporaryFolder folder;
    RunningArena running(folder.path());
    constexpr int games = 8;
    constexpr const char* knights[2][2] = {{"g1f3", "f3g1"}, {"g8f6", "f6g8"}};
    constexpr int plies = 15;  // before the position is there for the fifth time
    std::atomic<int> moves = 0, seen = 0;
    {
        std::vector<std::jthread> tables;
        for (int table = 0; table < games; ++table)
            tables.emplace_back([&, table] {
                const std::uint16_t port = running.port();
                ArenaSocket white(port, "/arena"), black(port, "/arena"), eve(port, "/arena");
                white.send({{"type", "register"}, {"name", "white" + std::to_string(table)}});
                black.send({{"type", "register"}, {"name", "black" + std::to_string(table)}});
                white.receive("registered");
                black.receive("registered");
                white.send({{"type", "link"},
                            {"game", "chess"},
                            {"base", 60000},
                            {"increment", 0},
                            {"side", 0}});
                black.send({{"type", "accept"}, {"offer", white.receive("ok")["offer"]}});
                const std::string game = black.receive("ok")["game"];
                eve.send({{"type", "watch"}, {"game", game}});
                eve.receive("ok");
                for (int ply = 0; ply < plies; ++ply) {
                    ArenaSocket& mover = ply % 2 == 0 ? white : black;
                    const char* const uci = knights[ply % 2][ply / 2 % 2];
                    mover.send({{"type", "move"}, {"game", game}, {"move", {{"uci", uci}}}});
                    moves += mover.receive("ok").is_object();
                    seen += eve.receive("event")["event"]["move"]["uci"] == uci;
                    NetClient client(port);
                    client.ask("GET", ply % 2 == 0 ? "/metrics" : "/arena/games/" + game);
                }
            });
    }
    CHECK(moves == games * plies);
    CHECK(seen == games * plies);
}

TEST_CASE("another user commands no server, whatever the permissions of its socket are") {
    CHECK(serve::may_command(1000, 1000));
    CHECK(serve::may_command(0, 1000));
    CHECK_FALSE(serve::may_command(1000, 0));
    CHECK_FALSE(serve::may_command(1001, 1000));
    if (::geteuid() != 0) {
        MESSAGE("not tried with another user: this test is not run by root");
        return;
    }
    const TemporaryFolder folder;
    RunningArena running(folder.path());
    serve::OperatorCommands commands(running.arena());
    const auto host = serve::OperatorSocket::open(folder.path(), commands);
    REQUIRE(host);
    using std::filesystem::perms;
    std::filesystem::permissions(folder.path(), perms::all);
    std::filesystem::permissions(folder / "host.socket", perms::all);
    constexpr uid_t somebody_else = 65'534;
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        const bool is_other = ::setuid(somebody_else) == 0;
        const auto answer = serve::command_server(folder.path(), {{"command", "status"}});
        ::_exit(is_other && !answer && answer.error().code == "notAllowed" ? 0 : 1);
    }
    int status = -1;
    CHECK(::waitpid(child, &status, 0) == child);
    CHECK(status == 0);
    CHECK(serve::command_server(folder.path(), {{"command", "status"}}));
}

TEST_CASE("the operator commands a server over a socket in its folder, and backs it up") {
    const TemporaryFolder folder;
    RunningArena running(folder.path());
    const auto command = [&](const Json& what) {
        const auto answer = serve::command_server(folder.path(), what);
        return answer ? *answer : Json(answer.error().text);
    };
    const auto code = [&](const Json& what) {
        return serve::command_server(folder.path(), what).error().code;
    };
    CHECK(command({{"command", "status"}}).get<std::string>().starts_with("no server has"));
    CHECK(code({{"command", "status"}}) == "noServer");
    {
        serve::OperatorCommands commands(running.arena());
        const auto host = serve::OperatorSocket::open(folder.path(), commands);
        REQUIRE(host);
        const auto mode = std::filesystem::status(folder / "host.socket").permissions();
        CHECK(mode == (std::filesystem::perms::owner_read | std::filesystem::perms::owner_write));
        const auto second = serve::OperatorSocket::open(folder.path(), commands);
        REQUIRE(!second);
        CHECK(second.error().ends_with("another server has this folder"));

        CHECK(code({{"command", "abort"}, {"game", "0"}}) == "noSuchGame");

        register_bot(running.port(), "ann");
        ArenaSocket eve(running.port(), "/arena");
        eve.send({{"type", "register"}, {"name", "Eve"}});
        eve.receive("registered");
        CHECK(command({{"command", "players"}})[0]["name"] == "Eve");
        CHECK(command({{"command", "ban"}, {"name", "Eve"}}) == "done");
        CHECK(eve.receive().is_null());
        CHECK(eve.closed == 1008);
        CHECK(command({{"command", "ban"}, {"name", "Ann"}}) == "there is no such player");
        CHECK(command(5).get<std::string>().starts_with("there is no command"));

        const std::string copy = folder / "copy.db";
        // Three of accounts, the operator's ban and the fingerprint of the key.
        CHECK(command({{"command", "backup"}, {"file", copy}})["entries"] == 5);
        CHECK(command({{"command", "backup"}, {"file", copy}}) == copy + " is there already");
        CHECK(command({{"command", "backup"}, {"file", "copy.db"}}).is_string());
        CHECK(code({{"command", "backup"}, {"file", copy}}) == "fileExists");
        CHECK(code({{"command", "backup"}, {"file", "copy.db"}}) == "pathNotAbsolute");
        CHECK(code({{"command", "backup"}, {"file", folder / "none/copy.db"}}) == "copyFailed");
        const auto copied = store::open_sqlite_store(copy);
        REQUIRE(copied);
        CHECK((*copied)->stream("accounts")->size() == 3);

        CHECK(command({{"command", "drain"}}) == "done");
        NetClient client(running.port());
        const auto not_ready = client.ask("GET", "/readyz");
        CHECK(not_ready.status == 503);
        CHECK(json_of(not_ready)["code"] == "notReady");
        CHECK(client.ask("GET", "/healthz").status == 200);
        running.arena().stop();
        CHECK(command({{"command", "status"}}) == "the server is going down");
    }
    CHECK(!std::filesystem::exists(folder / "host.socket"));
}

TEST_CASE("who floods and does not read is cut off, and others do not notice") {
    const TemporaryFolder folder;
    RunningArena running(folder.path());
    ArenaSocket flood(running.port(), "/arena"), other(running.port(), "/arena");
    constexpr int messages = 200'000;
    for (int i = 0; i < messages; ++i) flood.client.send_frame(NetClient::text, "{}");
    int answers = 0;
    while (!flood.receive().is_null()) ++answers;
    CHECK(answers < messages);
    other.send({{"type", "ping"}});
    CHECK_FALSE(other.receive().is_null());
}

TEST_CASE("an address registers so many bots an hour and no more") {
    const TemporaryFolder folder;
    RunningArena running(folder.path());
    NetClient client(running.port());
    int status = 201, registered = 0;
    while (status == 201 && registered <= arena::RegistrationLimit::most_an_hour) {
        status = post(client, "/bots/noughtsandcrosses",
                      Json{{"bot_id", "bot" + std::to_string(registered)}}.dump())
                     .status;
        if (status == 201) ++registered;
    }
    CHECK(registered == arena::RegistrationLimit::most_an_hour);
    CHECK(status == 429);
    CHECK(client.ask("GET", "/bots/noughtsandcrosses").status == 200);
    const std::string metrics = client.ask("GET", "/metrics").body;
    for (const char* line :
         {"log_entries_total 100\n", "registrations_total 100\n",
          "refusals_total{kind=\"registration\"} 1\n", "moves_total 0\n",
          "games_ended_total{ending=\"timeout\"} 0\n", "cut_offs_total{why=\"flooded\"} 0\n"})
        CHECK(metrics.find(std::string("kibitz_arena_") + line) != std::string::npos);
    CHECK(metrics.find("kibitz_arena_commit_seconds_count 0\n") == std::string::npos);
    {
        ArenaSocket one(running.port(), "/arena");
        for (int i = 0; i < 3; ++i) {
            one.send({{"type", "ping"}});
            one.receive("pong");
        }
    }
    // The last may be counted a moment after it was sent.
    const auto counted = [&] {
        const std::string text = client.ask("GET", "/metrics").body;
        return text.find("kibitz_arena_answer_seconds_bucket{le=\"+Inf\"} 3\n") !=
               std::string::npos;
    };
    for (int i = 0; i < 100 && !counted(); ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    CHECK(counted());
}

TEST_CASE("metrics are for this machine, also through a proxy on it") {
    const TemporaryFolder folder;
    RunningArena running(folder.path(), {}, {}, /*behind_proxy=*/true);
    NetClient client(running.port());
    CHECK(client.ask("GET", "/metrics").status == 200);
    CHECK(client.ask("GET", "/metrics", "X-Forwarded-For: 127.0.0.5\r\n").status == 200);
    const auto refused = client.ask("GET", "/metrics", "X-Forwarded-For: 203.0.113.7\r\n");
    CHECK(refused.status == 403);
    CHECK(json_of(refused)["code"] == "metricsNotPublic");
    CHECK(client.ask("GET", "/metrics", "X-Forwarded-For: 2001:db8::1\r\n").status == 403);
    CHECK(client.ask("GET", "/healthz", "X-Forwarded-For: 203.0.113.7\r\n").status == 200);
}

TEST_CASE("metrics have an address of their own, which has nothing else") {
    const TemporaryFolder folder;
    RunningArena running(folder.path(), {}, {.operator_listener = 2});
    NetClient client(running.port()), monitor(running.operator_port());
    CHECK(client.ask("GET", "/metrics").status == 403);
    CHECK(monitor.ask("GET", "/metrics").body.find("kibitz_arena_games 0\n") != std::string::npos);
    CHECK(monitor.ask("GET", "/healthz").status == 200);
    CHECK(monitor.ask("GET", "/readyz").status == 200);
    for (const char* path : {"/", "/arena/games", "/api/engine"})
        CHECK(monitor.ask("GET", path).status == 404);
    CHECK_FALSE(ArenaSocket(running.operator_port(), "/arena").is_open);
    CHECK(ArenaSocket(running.port(), "/arena").is_open);
}

TEST_CASE("a folder that cannot be used is reported") {
    const auto error_of = [](const std::string& folder) {
        const auto opened = serve::ArenaService::open({folder}, [](const std::string&) {});
        return opened ? std::string() : opened.error();
    };
    CHECK(error_of("/proc/nowhere").find("/proc/nowhere") != std::string::npos);
    const TemporaryFolder folder;
    {
        const auto first = serve::ArenaService::open({folder.path()}, [](const std::string&) {});
        REQUIRE(first);
        CHECK(!error_of(folder.path()).empty());  // one server has it
    }
    std::filesystem::resize_file(folder / "key", 5);
    CHECK(error_of(folder.path()).find("5 bytes") != std::string::npos);
}

TEST_CASE("a log with a damaged entry is refused, and the entry named") {
    const TemporaryFolder folder;
    std::string game;
    {
        RunningArena running(folder.path());
        ArenaSocket ann(running.port(), "/arena"), bob(running.port(), "/arena");
        ann.send({{"type", "register"}, {"name", "Ann"}});
        ann.receive("registered");
        bob.send({{"type", "register"}, {"name", "Bob"}});
        bob.receive("registered");
        ann.send({{"type", "link"}, {"game", "chess"}, {"base", 60000}, {"increment", 0}});
        bob.send({{"type", "accept"}, {"offer", ann.receive("ok")["offer"]}});
        game = bob.receive("ok")["game"];
        bob.send({{"type", "resign"}, {"game", game}});
        bob.receive("ok");
    }
    // The same log, except for the type of its last entry.
    const TemporaryFolder damaged;
    std::filesystem::copy(folder / "key", damaged / "key");
    int number = 0;
    {
        const auto from = store::open_sqlite_store(folder / "arena.db"),
                   to = store::open_sqlite_store(damaged / "arena.db");
        REQUIRE(from);
        REQUIRE(to);
        REQUIRE(store::replay(**from, [&](const store::LogEntry& entry) {
            store::LogEntry copy = entry;
            if (copy.stream == game && copy.fact["type"] == "end") {
                copy.fact["type"] = "emd";
                number = copy.number;
            }
            CHECK((*to)->append(std::span(&copy, 1)));
        }));
    }
    CHECK(number > 0);
    const auto open = [](const TemporaryFolder& where) {
        return serve::ArenaService::open({where.path()}, [](const std::string&) {});
    };
    CHECK(open(folder));
    const auto refused = open(damaged);
    REQUIRE(!refused);
    CHECK(refused.error().starts_with("the arena's log is damaged: entry " +
                                      std::to_string(number) + " of the stream \"" + game +
                                      "\": "));
}

TEST_CASE("pages of other sites may neither post nor open sockets") {
    const TemporaryFolder folder;
    RunningArena running(folder.path(), {}, {.allowed_origins = {"https://friend.example"}});
    const auto upgrade = [&](const std::string& path, const std::string& origin) {
        NetClient client(running.port());
        return client.upgrade(path, origin.empty() ? "" : "Origin: " + origin + "\r\n").status;
    };
    for (const char* path : {"/arena", "/elsewhere"}) {
        CHECK(upgrade(path, "") == 101);
        CHECK(upgrade(path, "http://here") == 101);
        CHECK(upgrade(path, "https://friend.example") == 101);
        CHECK(upgrade(path, "https://evil.example") == 403);
        CHECK(upgrade(path, "null") == 403);
    }
    const auto post_from = [&](const std::string& origin) {
        NetClient client(running.port());
        const std::string body = R"({"bot_id": "ann"})";
        client.write("POST /bots/noughtsandcrosses HTTP/1.1\r\nHost: here\r\nOrigin: " + origin +
                     "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
        return client.read_answer();
    };
    const auto evil = post_from("https://evil.example");
    CHECK(evil.status == 403);
    CHECK(json_of(evil)["code"] == "otherOrigin");
    CHECK(post_from("http://here").status == 201);
}

TEST_CASE("methods that are not used are refused") {
    const TemporaryFolder folder;
    RunningArena running(folder.path());
    NetClient client(running.port());
    const auto refused = client.ask("DELETE", "/arena/games");
    CHECK(refused.status == 405);
    CHECK(json_of(refused)["code"] == "methodNotAllowed");
    CHECK(refused.head.find("Allow: GET, HEAD, POST\r\n") != std::string::npos);
}
