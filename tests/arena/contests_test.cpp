// Contests as clients see them, in virtual time.
#include "arena/contests/contests.hpp"

#include "arena/virtual_arena.hpp"
#include "support/test.hpp"

using namespace kibitz::arena;
using namespace std::chrono_literals;
using kibitz::arena::test::VirtualArena;

namespace {

constexpr ConnectionId ann = 1, bob = 2, eve = 3;

class Server {
   public:
    Server() {
        for (const auto& [id, name] : {std::pair(ann, "Ann"), {bob, "Bob"}, {eve, "Eve"}}) {
            arena.open(id, Protocol::kibitz);
            (void)ask(id, {{"type", "register"}, {"name", name}});
        }
    }
    Json ask(ConnectionId id, const Json& message) {
        arena.receive(id, message.dump());
        return Json::parse(arena.mail[id].messages.back());
    }
    Json create(ConnectionId id, const std::string& name, bool rated = false) {
        return ask(id, {{"type", "createContest"},
                        {"name", name},
                        {"kind", "roundRobin"},
                        {"rounds", 1},
                        {"game", "chess"},
                        {"base", 300000},
                        {"increment", 0},
                        {"rated", rated}});
    }
    Json contest(const std::string& name) {
        return arena.request("GET", "/arena/contests/" + name).body;
    }

    // A bot of the battlebot protocol, on a new connection.
    void register_bot(const std::string& name) {
        const Json sent{{"bot_id", name}};
        pass_hashes[name] =
            arena.request("POST", "/bots/noughtsandcrosses", sent.dump()).body["pass_hash"];
    }
    void log_in(ConnectionId id, const std::string& name, const std::string& contest) {
        arena.open(id, Protocol::battlebot);
        const std::string salt = Json::parse(arena.mail[id].messages.back())["salt"];
        (void)ask(id, {{"bot_id", name},
                       {"login_hash", sha256_hex(pass_hashes[name] + salt)},
                       {"game", "noughtsandcrosses"},
                       {"contest", contest}});
    }

    VirtualArena arena;
    std::map<std::string, std::string> pass_hashes;
};

}  // namespace

TEST_CASE("nobody fills the list of contests: a few of one player, and those not started expire") {
    Server server;
    for (std::size_t i = 0; i < Contests::most_of_one_player; ++i)
        CHECK(server.create(ann, "Cup " + std::to_string(i))["type"] == "ok");
    CHECK(server.create(ann, "One more")["error"] == "you have too many contests already");
    CHECK(server.create(bob, "Another's")["type"] == "ok");
    CHECK(server.contest("Cup 0")["expires"] == to_epoch(server.arena.now + Contest::longest_open));
    // The host is not limited.
    for (std::size_t i = 0; i <= Contests::most_of_one_player; ++i)
        CHECK(server.arena.host({{"command", "createContest"},
                                 {"name", "Open " + std::to_string(i)},
                                 {"kind", "swiss"},
                                 {"game", "chess"},
                                 {"base", 300000},
                                 {"increment", 0}})["ok"] == "done");

    (void)server.ask(ann, {{"type", "joinContest"}, {"contest", "Cup 0"}});
    (void)server.ask(bob, {{"type", "joinContest"}, {"contest", "Cup 0"}});
    (void)server.ask(ann, {{"type", "startContest"}, {"contest", "Cup 0"}});
    CHECK(server.contest("Cup 0")["stage"] == "running");
    CHECK(!server.contest("Cup 0").contains("expires"));
    CHECK(server.create(ann, "One more")["type"] == "error");
    server.arena.wait_until(server.arena.now + Contest::longest_open);
    CHECK(server.contest("Cup 1")["stage"] == "over");
    CHECK(server.contest("Cup 1")["winner"] == nullptr);
    CHECK(server.ask(bob, {{"type", "joinContest"}, {"contest", "Cup 1"}})["error"] ==
          "the contest is over");
    CHECK(server.create(ann, "One more")["type"] == "ok");
    server.arena.restart();
    CHECK(server.arena.misfits.empty());
    CHECK(server.contest("Cup 1")["stage"] == "over");
    CHECK(server.contest("One more")["stage"] == "open");
}

TEST_CASE("a game of a contest that neither player comes to is lost by both and not rated") {
    Server server;
    CHECK(server.create(eve, "Cup", true)["type"] == "ok");
    for (const ConnectionId id : {ann, bob}) {
        (void)server.ask(id, {{"type", "joinContest"}, {"contest", "Cup"}});
        server.arena.lose(id);
    }
    CHECK(server.ask(eve, {{"type", "startContest"}, {"contest", "Cup"}})["type"] == "ok");
    server.arena.wait_until(server.arena.now + 2min);
    const Json cup = server.contest("Cup");
    CHECK(cup["stage"] == "over");
    CHECK(cup["winner"] == nullptr);
    REQUIRE(cup["games"].size() == 1);
    CHECK(cup["games"][0]["ending"] == "disconnect");
    CHECK(cup["games"][0]["winner"] == nullptr);
    for (const Json& row : cup["table"]) {
        CHECK(row["points"] == 0);
        CHECK(row["draws"] == 0);
        CHECK(row["losses"] == 1);
    }
    CHECK(cup["crosstable"][0][1] == 0);
    CHECK(server.arena.arena->ratings().games("chess", "Ann") == 0);
    const std::string game = cup["games"][0]["id"];
    const std::string pgn = server.arena.request("GET", "/arena/games/" + game).body["pgn"];
    CHECK(pgn.contains("[Result \"*\"]"));
}

TEST_CASE("contests of the battlebot protocol can be looked at") {
    Server server;
    for (const char* bot : {"Stork", "Crane"}) server.register_bot(bot);
    server.log_in(11, "Stork", "Old Cup");
    CHECK(server.contest("Old Cup")["error"] == "there is no such contest");
    server.log_in(12, "Crane", "Old Cup");
    CHECK(server.contest("Old Cup")["stage"] == "running");
    server.arena.lose(12);
    server.arena.wait_until(server.arena.now + 1h);

    const Json cup = server.contest("Old Cup");
    CHECK(cup["kind"] == "meetings");
    CHECK(cup["stage"] == "over");
    CHECK(cup["organiser"] == "");
    CHECK(cup["game"] == "noughtsandcrosses");
    CHECK(cup["table"][0]["player"] == "Stork");
    CHECK(cup["table"][0]["points"] == 1);
    CHECK(cup["crosstable"] == Json{{nullptr, 1.0}, {0.0, nullptr}});
    REQUIRE(cup["games"].size() == 1);
    const std::string game = cup["games"][0]["id"];
    CHECK(server.arena.request("GET", "/arena/games/" + game).body["state"]["contest"] ==
          "Old Cup");
    CHECK(server.arena.request("GET", "/arena/contests").body == Json{"Old Cup"});
    CHECK(server.ask(ann, {{"type", "contest"}, {"contest", "Old Cup"}})["contest"] == cup);
    const Json list = server.ask(ann, {{"type", "contests"}})["contests"];
    REQUIRE(list.size() == 1);
    CHECK(list[0]["players"] == 2);

    // Only looked at.
    CHECK(server.ask(ann, {{"type", "joinContest"}, {"contest", "Old Cup"}})["error"] ==
          "there is no such contest");
    const Json made = server.ask(ann, {{"type", "createContest"},
                                       {"name", "Mine"},
                                       {"kind", "meetings"},
                                       {"game", "chess"},
                                       {"base", 60000},
                                       {"increment", 0}});
    CHECK(made["error"] == "a contest's kind is roundRobin, swiss, knockout, ladder or arena");
    CHECK(server.create(ann, "Old Cup")["error"] == "there is a contest of that name");
    server.arena.restart();
    CHECK(server.arena.misfits.empty());
    CHECK(server.contest("Old Cup") == cup);
}
