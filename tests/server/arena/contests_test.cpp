// Contests as clients see them, in virtual time.
#include "arena/contests/contests.hpp"

#include "arena/three_players.hpp"
#include "support/test.hpp"

using namespace kibitz::arena;
using namespace std::chrono_literals;
using namespace kibitz::arena::test;

namespace {

class Server : public ThreePlayers {
   public:
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
    (void)server.log_in(11, "Stork", "Old Cup");
    CHECK(server.contest("Old Cup")["error"] == "there is no such contest");
    (void)server.log_in(12, "Crane", "Old Cup");
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

TEST_CASE("the games of a contest are one file of PGN, also those that only the store has") {
    Server server;
    CHECK(server.create(ann, "Cup/1", true)["type"] == "ok");
    for (const ConnectionId id : {ann, bob, eve})
        (void)server.ask(id, {{"type", "joinContest"}, {"contest", "Cup/1"}});
    (void)server.ask(ann, {{"type", "startContest"}, {"contest", "Cup/1"}});
    const auto pgn = [&] {
        return server.arena.request("GET", "/arena/contests/Cup/1.pgn").pgn.value_or("none");
    };
    CHECK(pgn().empty());
    for (int round = 1; round <= 3; ++round) {
        const GameId id = server.arena.arena->hall().live_games().at(0);
        const auto [white, black] = server.arena.arena->hall().find(id)->settings().players;
        const std::map<std::string, ConnectionId> all{{"Ann", ann}, {"Bob", bob}, {"Eve", eve}};
        server.send(all.at(white), {{"type", "move"}, {"game", id}, {"move", {{"uci", "e2e4"}}}});
        server.send(all.at(black), {{"type", "resign"}, {"game", id}});
    }
    const std::string whole = pgn();
    const auto count = [&](const std::string& part) {
        int found = 0;
        for (auto at = whole.find(part); at != std::string::npos; at = whole.find(part, at + 1))
            ++found;
        return found;
    };
    CHECK(count("[Event \"Cup/1\"]\n") == 3);
    CHECK(count("[Site \"Kibitz arena\"]\n") == 3);
    CHECK(count("[Date \"2017.07.01\"]\n") == 3);
    for (const char* round : {"1", "2", "3"})
        CHECK(count("[Round \"" + std::string(round) + "\"]\n") == 1);
    CHECK(count("[WhiteElo \"") == 3);
    CHECK(count("[BlackElo \"1500\"]\n") >= 1);
    CHECK(count("[%clk 0:05:00]") == 3);
    CHECK(count("\n\n[Event ") == 2);  // with a blank line between them

    // Enough other games, so that the hall has these no more.
    for (std::size_t i = 0; i < Hall::most_finished_games; ++i)
        server.send(bob, {{"type", "resign"}, {"game", server.start_game()}});
    CHECK(!server.arena.arena->hall().find(server.contest("Cup/1")["games"][0]["id"]));
    CHECK(pgn() == whole);
    CHECK(server.arena.request("GET", "/arena/contests/None.pgn").status == 404);
    (void)server.ask(ann, {{"type", "createContest"},
                           {"name", "Crosses"},
                           {"kind", "swiss"},
                           {"game", "noughtsandcrosses"},
                           {"base", 60000},
                           {"increment", 0}});
    CHECK(server.arena.request("GET", "/arena/contests/Crosses.pgn").body["error"] ==
          "there is no PGN of such games");
}

TEST_CASE("contests that ended long ago are shown as before, from the log") {
    Server server;
    const auto name_of = [](std::size_t number) {
        return "Cup " + std::string(number < 10 ? "0" : "") + std::to_string(number);
    };
    constexpr std::size_t count = Contests::most_settled + 3;
    Json first, listed;
    for (std::size_t number = 0; number < count; ++number) {
        const std::string name = name_of(number);
        CHECK(server.create(ann, name)["type"] == "ok");
        for (const ConnectionId id : {ann, bob})
            (void)server.ask(id, {{"type", "joinContest"}, {"contest", name}});
        (void)server.ask(ann, {{"type", "startContest"}, {"contest", name}});
        const GameId id = server.arena.arena->hall().live_games().at(0);
        (void)server.ask(ann, {{"type", "resign"}, {"game", id}});
        server.arena.now += 1s;
        if (number > 0) continue;
        first = server.contest(name);
        listed = server.ask(ann, {{"type", "contests"}})["contests"][0];
    }
    const auto check = [&](ConnectionId id) {
        const Contests& contests = server.arena.arena->contests();
        CHECK(contests.all().size() == Contests::most_settled);
        CHECK(contests.size() == count);
        CHECK(!contests.find(name_of(2)));
        CHECK(contests.find(name_of(3)));
        CHECK(server.contest(name_of(0)) == first);
        CHECK(server.ask(id, {{"type", "contest"}, {"contest", name_of(0)}})["contest"] == first);
        const Json list = server.ask(id, {{"type", "contests"}})["contests"];
        REQUIRE(list.size() == count);
        CHECK(list[0] == listed);
        for (std::size_t number = 0; number < count; ++number)
            CHECK(list[number]["name"] == name_of(number));
        CHECK(server.create(id, name_of(0))["error"] == "there is a contest of that name");
        CHECK(server.ask(id, {{"type", "joinContest"}, {"contest", name_of(0)}})["error"] ==
              "the contest is over");
        CHECK(server.arena.request("GET", "/arena/contests/" + name_of(0) + ".pgn")
                  .pgn.value_or("")
                  .contains("[Event \"Cup 00\"]"));
    };
    check(ann);
    server.arena.restart();
    CHECK(server.arena.misfits.empty());
    CHECK(server.greet(11, ann)["type"] == "welcome");
    check(11);
    // A log from before results were written down.
    std::erase_if(server.arena.log,
                  [](const LogEntry& entry) { return entry.fact["type"] == "result"; });
    server.arena.restart();
    CHECK(server.arena.misfits.empty());
    CHECK(server.greet(12, ann)["type"] == "welcome");
    check(12);
}

TEST_CASE("contests of battlebots that ended long ago are in the store, and continue from there") {
    Server server;
    for (const char* bot : {"Stork", "Crane", "Heron"}) server.register_bot(bot);
    ConnectionId id = 10;
    // The one that does not move in time loses: whoever has X.
    const auto meet = [&](const std::string& contest, const char* one, const char* other) {
        (void)server.log_in(++id, one, contest);
        (void)server.log_in(++id, other, contest);
        server.arena.wait_until(server.arena.now + 5s);
    };
    const auto of_old = [&] {
        return server.arena.request("GET", "/games/noughtsandcrosses/contests/Cup 0").body;
    };
    meet("Cup 0", "Stork", "Crane");
    meet("Cup 0", "Heron", "Crane");
    const Json cup = server.contest("Cup 0"), old = of_old();
    REQUIRE(cup["games"].size() == 2);
    REQUIRE(old["games"].size() == 2);
    CHECK(old["games"][0]["_id"] == cup["games"][1]["id"]);
    CHECK(old["games"][0]["players"] == Json{"Heron", "Crane"});
    CHECK(old["games"][0]["victor"] == "Crane");
    CHECK(old["bots"][0] ==
          Json{{"score", 6}, {"bot_id", "Crane"}, {"wins", 2}, {"losses", 0}, {"draws", 0}});
    const auto meetings = [&]() -> const Meetings& {
        return server.arena.arena->contests().meetings();
    };
    constexpr std::size_t others = Meetings::most_kept + 2;
    for (std::size_t n = 1; n <= others; ++n) meet("Cup " + std::to_string(n), "Stork", "Crane");
    // As long as there were games not long ago, all are kept.
    CHECK(meetings().kept() == others + 1);
    server.arena.wait_until(server.arena.now + Meetings::longest_rest);
    meet("New Cup", "Stork", "Crane");
    CHECK(meetings().kept() == Meetings::most_kept);

    const auto check = [&] {
        CHECK(server.contest("Cup 0") == cup);
        CHECK(of_old() == old);
        const Json names = server.arena.request("GET", "/arena/contests").body;
        CHECK(names.size() == others + 2);
        CHECK(std::ranges::find(names, Json("Cup 0")) != names.end());
        // What only has the name of a contest is none of theirs.
        CHECK(server.arena.request("GET", "/games/chess/contests/Cup 0").body["games"].empty());
    };
    check();
    server.arena.restart();
    CHECK(server.arena.misfits.empty());
    CHECK(meetings().kept() == Meetings::most_kept);
    check();

    // It goes on where it stood, with its players in their order, and is put away once more.
    for (int game = 2; game <= 6; ++game) meet("Cup 0", "Stork", "Crane");
    const Json longer = server.contest("Cup 0");
    CHECK(longer["games"].size() == 6);  // five of them each two
    CHECK(longer["games"][0] == cup["games"][0]);
    CHECK(longer["table"].size() == 3);
    server.arena.wait_until(server.arena.now + Meetings::longest_rest);
    for (std::size_t n = 1; n <= others; ++n) meet("Late " + std::to_string(n), "Stork", "Crane");
    server.arena.wait_until(server.arena.now + Meetings::longest_rest);
    meet("Last", "Stork", "Crane");
    CHECK(server.contest("Cup 0") == longer);
    server.arena.restart();
    CHECK(server.arena.misfits.empty());
    CHECK(server.contest("Cup 0") == longer);
    const auto of_cup =
        std::ranges::count(server.arena.log, "meetings/noughtsandcrosses/Cup 0", &LogEntry::stream);
    CHECK(of_cup == 2);
}
