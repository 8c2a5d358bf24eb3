// What the Bot API of lichess says of what happens in an arena, line by line.
#include "arena/lichess/desk.hpp"

#include "arena/lichess/requests.hpp"
#include "arena/three_players.hpp"
#include "support/test.hpp"

using namespace kibitz;
using namespace kibitz::arena;
using namespace kibitz::arena::test;
namespace lichess = kibitz::arena::lichess;

namespace {

constexpr ConnectionId ann2 = 11;

// Ann's desk, which reads what the arena sends her.
class AnnsDesk {
   public:
    explicit AnnsDesk(ThreePlayers& players, ConnectionId connection = ann)
        : players_(players), connection_(connection) {
        if (connection == ann)
            read({{"type", "welcome"},
                  {"name", "Ann"},
                  {"games", Json::array()},
                  {"offers", Json::array()}});
        else
            players.greet(connection, ann);
        read_all();
    }

    // The lines since the last call.
    lichess::Lines read_all() {
        lichess::Lines lines;
        auto& mail = players_.arena.mail[connection_].messages;
        for (; read_ < mail.size(); ++read_)
            for (auto& line : read(Json::parse(mail[read_]))) lines.push_back(std::move(line));
        return lines;
    }
    lichess::Lines read(const Json& message) {
        return desk.receive(message,
                            lichess::answer_of(*players_.arena.arena, lichess::question_of(message),
                                               players_.arena.now));
    }

    lichess::Desk desk{"http://here"};

   private:
    ThreePlayers& players_;
    ConnectionId connection_;
    std::size_t read_ = 0;
};

// {"move", "game"} of the player.
void move(ThreePlayers& players, ConnectionId who, const std::string& game, const char* uci) {
    players.send(who, {{"type", "move"}, {"game", game}, {"move", {{"uci", uci}}}});
}

Json parsed(const lichess::Line& line) {
    REQUIRE(line.text.ends_with('\n'));
    return Json::parse(line.text);
}

}  // namespace

TEST_CASE("a game is told from its start to its end") {
    ThreePlayers players;
    AnnsDesk ann_reads(players);
    const std::string game = players.start_game();
    auto lines = ann_reads.read_all();
    REQUIRE(lines.size() == 1);
    CHECK(lines[0].game.empty());
    const Json start = parsed(lines[0]);
    CHECK(start["type"] == "gameStart");
    CHECK(start["game"]["id"] == game);
    CHECK(start["game"]["gameId"] == game);
    CHECK(start["game"]["color"] == "white");
    CHECK(start["game"]["isMyTurn"] == true);
    CHECK(start["game"]["hasMoved"] == false);
    CHECK(start["game"]["opponent"] == Json{{"id", "bob"}, {"username", "Bob"}, {"rating", 1500}});
    CHECK(start["game"]["speed"] == "bullet");
    CHECK(start["game"]["secondsLeft"] == 60);

    const Json full = Json::parse(*ann_reads.desk.game_full(game, players.arena.now));
    CHECK(full["type"] == "gameFull");
    CHECK(full["initialFen"] == "startpos");
    CHECK(full["variant"]["key"] == "standard");
    CHECK(full["clock"] == Json{{"initial", 60000}, {"increment", 0}});
    CHECK(full["white"]["name"] == "Ann");
    CHECK(full["white"]["title"].is_null());
    CHECK(full["black"]["id"] == "bob");
    CHECK(full["rated"] == true);
    CHECK(full["state"]["moves"] == "");
    CHECK_FALSE(ann_reads.desk.game_full("0000", players.arena.now));

    players.arena.wait_until(epoch + Milliseconds(2'000));
    move(players, ann, game, "f2f3");
    move(players, bob, game, "e7e5");
    lines = ann_reads.read_all();
    REQUIRE(lines.size() == 2);
    CHECK(lines[0].game == game);
    CHECK(
        lines[0].text ==
        R"({"binc":0,"btime":60000,"moves":"f2f3","status":"started","type":"gameState","winc":0,"wtime":58000})"
        "\n");
    CHECK(parsed(lines[1])["moves"] == "f2f3 e7e5");

    players.send(bob, {{"type", "draw"}, {"game", game}});
    CHECK(parsed(ann_reads.read_all().at(0))["bdraw"] == true);
    CHECK(ann_reads.desk.is_draw_offered_to(game));
    players.send(ann, {{"type", "declineDraw"}, {"game", game}});
    CHECK_FALSE(parsed(ann_reads.read_all().at(0)).contains("bdraw"));

    players.send(bob, {{"type", "chat"}, {"game", game}, {"text", "Careful."}});
    CHECK(ann_reads.read_all().at(0).text ==
          R"({"room":"player","text":"Careful.","type":"chatLine","username":"Bob"})"
          "\n");

    move(players, ann, game, "g2g4");
    move(players, bob, game, "d8h4");
    lines = ann_reads.read_all();
    REQUIRE(lines.size() == 4);  // two moves, the end, and that it is over
    CHECK_FALSE(lines[1].is_last);
    CHECK(lines[2].is_last);
    CHECK(parsed(lines[2])["status"] == "mate");
    CHECK(parsed(lines[2])["winner"] == "black");
    CHECK(parsed(lines[3])["type"] == "gameFinish");
    CHECK(parsed(lines[3])["game"]["status"] == Json{{"id", 30}, {"name", "mate"}});
    CHECK_FALSE(ann_reads.desk.game_full(game, players.arena.now));
    // It can still be looked at by its players.
    const auto knowledge =
        lichess::answer_of(*players.arena.arena, {.games = {game}}, players.arena.now);
    CHECK(Json::parse(*lichess::finished_game(game, knowledge, "Ann"))["state"]["status"] ==
          "mate");
    CHECK_FALSE(lichess::finished_game(game, knowledge, "Eve"));
}

TEST_CASE("how games end is said in the words of the Bot API") {
    const auto ending = [](const auto& end_it) {
        ThreePlayers players;
        AnnsDesk ann_reads(players);
        const std::string game = players.start_game();
        ann_reads.read_all();
        end_it(players, game);
        for (const auto& line : ann_reads.read_all())
            if (line.is_last) return parsed(line);
        return Json();
    };
    const auto with = [&](ConnectionId who, const char* type) {
        return ending([=](ThreePlayers& players, const std::string& game) {
            players.send(who, {{"type", type}, {"game", game}});
        });
    };
    CHECK(with(ann, "resign")["status"] == "resign");
    CHECK(with(ann, "resign")["winner"] == "black");
    CHECK(with(bob, "abort")["status"] == "aborted");
    CHECK_FALSE(with(bob, "abort").contains("winner"));
    const Json agreed = ending([](ThreePlayers& players, const std::string& game) {
        players.send(ann, {{"type", "draw"}, {"game", game}});
        players.send(bob, {{"type", "draw"}, {"game", game}});
    });
    CHECK(agreed["status"] == "draw");
    const Json late = ending([](ThreePlayers& players, const std::string& game) {
        move(players, ann, game, "e2e4");
        players.arena.wait_until(epoch + Milliseconds(100'000));
    });
    CHECK(late["status"] == "outoftime");
    CHECK(late["winner"] == "white");
    CHECK(late["btime"] == 0);
    const Json gone = ending([](ThreePlayers& players, const std::string& game) {
        move(players, ann, game, "e2e4");
        move(players, bob, game, "e7e5");
        move(players, ann, game, "g1f3");
        players.arena.lose(bob);
        players.arena.wait_until(epoch + Milliseconds(100'000));
    });
    CHECK((gone["status"] == "timeout" || gone["status"] == "outoftime"));
    CHECK(gone["winner"] == "white");
}

TEST_CASE("somebody who comes back is told of their games and challenges") {
    ThreePlayers players;
    const std::string game = players.start_game();
    move(players, ann, game, "e2e4");
    const Json challenge{{"type", "challenge"}, {"to", "Ann"},       {"game", "chess960"},
                         {"base", 180'000},     {"increment", 2000}, {"side", 0}};
    const std::string offer = players.ask(eve, challenge)["offer"];
    AnnsDesk ann_reads(players, ann2);
    const std::string opening = ann_reads.desk.opening();
    const std::size_t end = opening.find('\n');
    const Json start = Json::parse(opening.substr(0, end));
    CHECK(start["type"] == "gameStart");
    CHECK(start["game"]["lastMove"] == "e2e4");
    CHECK(start["game"]["isMyTurn"] == false);
    const Json open = Json::parse(opening.substr(end + 1));
    CHECK(open["type"] == "challenge");
    CHECK(open["challenge"]["id"] == offer);
    CHECK(open["challenge"]["url"] == "http://here/" + offer);
    CHECK(open["challenge"]["challenger"]["name"] == "Eve");
    CHECK(open["challenge"]["destUser"]["id"] == "ann");
    CHECK(open["challenge"]["variant"]["key"] == "chess960");
    CHECK(open["challenge"]["timeControl"] ==
          Json{{"type", "clock"}, {"limit", 180}, {"increment", 2}, {"show", "3+2"}});
    CHECK(open["challenge"]["color"] == "white");
    CHECK(open["challenge"]["speed"] == "blitz");
    CHECK(open["challenge"]["direction"] == "in");
    // What was known from the login does not come twice, and what follows does.
    move(players, bob, game, "e7e5");
    const auto lines = ann_reads.read_all();
    REQUIRE(lines.size() == 1);
    CHECK(parsed(lines[0])["moves"] == "e2e4 e7e5");
}

TEST_CASE("who could not move while a game was paused is told when they can") {
    ThreePlayers players;
    const std::string game = players.start_game();
    players.arena.restart();
    players.arena.mail.clear();
    AnnsDesk ann_reads(players, ann2);
    move(players, ann2, game, "e2e4");
    const std::string code = players.last(ann2)["code"];
    CHECK(code == "gamePaused");
    CHECK(lichess::status_of(code) == 503);
    ann_reads.read_all();
    constexpr ConnectionId bob2 = 12;
    players.greet(bob2, bob);
    const auto lines = ann_reads.read_all();
    REQUIRE_FALSE(lines.empty());
    CHECK(lines.back().game == game);
    CHECK(parsed(lines.back())["type"] == "gameState");
    CHECK(parsed(lines.back())["status"] == "started");
}

TEST_CASE("a challenge is accepted as the game of the same id, declined or withdrawn") {
    ThreePlayers players;
    AnnsDesk ann_reads(players);
    const auto challenge = [&](ConnectionId from, const char* to) {
        const Json request{{"type", "challenge"},
                           {"to", to},
                           {"game", "chess"},
                           {"base", 60'000},
                           {"increment", 0}};
        return players.ask(from, request)["offer"].get<std::string>();
    };
    std::string id = challenge(bob, "Ann");
    auto lines = ann_reads.read_all();
    REQUIRE(lines.size() == 1);
    CHECK(parsed(lines[0])["type"] == "challenge");
    CHECK(ann_reads.desk.challenges()["in"].size() == 1);
    players.send(ann, {{"type", "accept"}, {"offer", id}});
    lines = ann_reads.read_all();
    REQUIRE(lines.size() == 1);  // a start, and no challenge that is gone
    CHECK(parsed(lines[0])["type"] == "gameStart");
    CHECK(parsed(lines[0])["game"]["id"] == id);

    id = challenge(bob, "Ann");
    ann_reads.read_all();
    players.send(bob, {{"type", "cancel"}, {"offer", id}});
    lines = ann_reads.read_all();
    REQUIRE(lines.size() == 1);
    CHECK(parsed(lines[0])["type"] == "challengeCanceled");
    CHECK(parsed(lines[0])["challenge"]["status"] == "canceled");

    Json offer{{"type", "challenge"}, {"to", "Bob"},         {"game", "chess"}, {"base", 60'000},
               {"increment", 0},      {"kind", "challenge"}, {"from", "Ann"}};
    offer["id"] = challenge(ann, "Bob");
    lichess::Lines told;
    const Json sent = ann_reads.desk.send_challenge(offer, {}, told);
    CHECK(sent["id"] == offer["id"]);
    CHECK(sent["direction"] == "out");
    CHECK(sent["color"] == "random");
    CHECK(told.size() == 1);
    players.send(bob, {{"type", "decline"}, {"offer", offer["id"]}});
    lines = ann_reads.read_all();
    REQUIRE(lines.size() == 1);
    CHECK(parsed(lines[0])["type"] == "challengeDeclined");
    CHECK(ann_reads.desk.challenges() == Json{{"in", Json::array()}, {"out", Json::array()}});
}

TEST_CASE("games that the Bot API has no word for are passed over") {
    ThreePlayers players;
    AnnsDesk ann_reads(players);
    const Json link{{"type", "link"}, {"game", "connectfour"}, {"base", 60000}, {"increment", 0}};
    const Json offer = players.ask(ann, link)["offer"];
    const std::string game = players.ask(bob, {{"type", "accept"}, {"offer", offer}})["game"];
    players.send(ann, {{"type", "resign"}, {"game", game}});
    CHECK(ann_reads.read_all().empty());
    CHECK(ann_reads.desk.opening().empty());
    CHECK_FALSE(ann_reads.desk.game_full(game, players.arena.now));
}

TEST_CASE("messages of any kind leave the desk as it is") {
    lichess::Desk desk("http://here");
    for (const char* text :
         {"null", "[]", "7", "{}", R"({"type":5})", R"({"type":"event"})",
          R"({"type":"event","event":{"type":"start"}})", R"({"type":"offer","offer":"x"})",
          R"({"type":"event","game":"x","event":{"type":"move","number":1,"time":1}})",
          R"({"type":"welcome","name":5})", R"({"type":"declined","offer":"none"})"}) {
        const Json message = Json::parse(text);
        CHECK(lichess::question_of(message).is_empty());
        CHECK(desk.receive(message, {}).empty());
    }
}

TEST_CASE("requests for challenges are read from forms and from JSON, and refused with a reason") {
    const auto request = [](std::string_view body) {
        return lichess::challenge_request("Bob", lichess::form_of(body));
    };
    const Json wanted{{"type", "challenge"}, {"to", "Bob"},   {"game", "chess"}, {"base", 300'000},
                      {"increment", 3000},   {"rated", true}, {"side", 1}};
    CHECK(*request("rated=true&clock.limit=300&clock.increment=3&color=black&variant=standard") ==
          wanted);
    CHECK(*request(R"({"rated":true,"clock.limit":300,"clock.increment":3,"color":"black"})") ==
          wanted);
    CHECK((*request("clock.limit=60&clock.increment=0&variant=chess960"))["game"] == "chess960");
    const std::string fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    CHECK((*request("clock.limit=60&clock.increment=0&variant=fromPosition&fen=4k3/8/8/8/8/8/8/"
                    "4K2R+w+K+-%200+1"))["setup"]["fen"] == fen);
    for (const char* bad :
         {"", "days=3", "clock.limit=60", "clock.limit=x&clock.increment=0",
          "clock.limit=-1&clock.increment=0", "clock.limit=99999999999999999999&clock.increment=0",
          "clock.limit=10801&clock.increment=0", "clock.limit=60&clock.increment=181",
          "clock.limit=60&clock.increment=0&variant=atomic",
          "clock.limit=60&clock.increment=0&variant=fromPosition", "{", "[1]", "%", "%4", "&&=&"})
        CHECK_FALSE(request(bad));
    CHECK(lichess::value_of(lichess::form_of("a=%41%zz%4"), "a") == "A%zz%4");
    CHECK(lichess::status_of("noSuchGame") == 404);
    CHECK(lichess::status_of("unknownToken") == 401);
    CHECK(lichess::status_of("tooMuchChat") == 429);
    CHECK(lichess::status_of("illegalMove") == 400);
}
