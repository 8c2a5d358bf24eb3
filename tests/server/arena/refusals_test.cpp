// Refusals that no other test is about: each is brought about as a client can, and has its code.
// That every documented code stands in some test is examples.codes.
#include <string>

#include "arena/accounts.hpp"
#include "arena/fields.hpp"
#include "arena/protocol/front.hpp"
#include "arena/protocol/http.hpp"
#include "arena/three_players.hpp"
#include "ledger/context.hpp"
#include "support/test.hpp"

using namespace kibitz::arena;
using namespace std::chrono_literals;
using namespace kibitz::arena::test;

namespace {

class Server : public ThreePlayers {
   public:
    std::string code(ConnectionId id, const Json& message) {
        return ask(id, message).value("code", "none");
    }
    std::string host_code(const Json& command) { return arena.host(command).value("code", "none"); }
    std::string http_code(const std::string& path) {
        return arena.request("GET", path).body.value("code", "none");
    }
    static Json terms(const char* type, const char* game = "chess") {
        return {{"type", type}, {"game", game}, {"base", 60'000}, {"increment", 0}};
    }
    static Json contest(const std::string& name, const char* kind = "roundRobin",
                        const char* game = "chess") {
        Json message = terms("createContest", game);
        message["name"] = name;
        message["kind"] = kind;
        message["length"] = 600'000;
        return message;
    }
};

}  // namespace

TEST_CASE("a message that is too long or nested too deeply is not read") {
    Server server;
    const auto code_of = [&](const std::string& text) {
        server.arena.receive(ann, text);
        return server.last(ann).value("code", "none");
    };
    const std::string longest(longest_message, ' ');
    CHECK(code_of(longest + R"({"type":"ping"})") == "messageTooLong");
    std::string nested = "1";
    for (int depth = 0; depth < 100; ++depth) nested = "[" + nested + "]";
    CHECK(code_of(R"({"type":"ping","deep":)" + nested + "}") == "nestedTooDeeply");
    CHECK(code_of(R"({"type":"ping"})") == "none");
}

TEST_CASE("an operator's command is known, and a ban is a change") {
    Server server;
    CHECK(server.host_code({{"command", "sing"}}) == "unknownCommand");
    const Json ban{{"command", "ban"}, {"name", "Ann"}},
        unban{{"command", "unban"}, {"name", "Ann"}};
    CHECK(server.host_code(unban) == "notBanned");
    CHECK(server.host_code(ban) == "none");
    CHECK(server.host_code(ban) == "alreadyBanned");
    CHECK(server.host_code(unban) == "none");
}

TEST_CASE("one address registers so many names in an hour") {
    Server server;
    ConnectionId id = 100;
    const auto register_one = [&](const char* origin) {
        server.arena.open(++id, Protocol::kibitz, origin);
        return server.code(id, {{"type", "register"}, {"name", "P" + std::to_string(id)}});
    };
    for (int i = 0; i < RegistrationLimit::most_an_hour; ++i)
        REQUIRE(register_one("192.0.2.1") == "none");
    CHECK(register_one("192.0.2.1") == "tooManyRegistrations");
    CHECK(register_one("192.0.2.2") == "none");
    server.arena.wait_until(server.arena.now + 1h);
    CHECK(register_one("192.0.2.1") == "none");
}

TEST_CASE("a player blocks so many others") {
    Server server;
    ConnectionId id = 100;
    for (std::size_t i = 0; i < Accounts::most_blocked; ++i) {
        const std::string name = "P" + std::to_string(i);
        server.arena.open(++id, Protocol::kibitz);
        REQUIRE(server.code(id, {{"type", "register"}, {"name", name}}) == "none");
        REQUIRE(server.code(ann, {{"type", "block"}, {"player", name}}) == "none");
    }
    CHECK(server.code(ann, {{"type", "block"}, {"player", "Bob"}}) == "tooManyBlocked");
    CHECK(server.code(ann, {{"type", "unblock"}, {"player", "P7"}}) == "none");
    CHECK(server.code(ann, {{"type", "block"}, {"player", "Bob"}}) == "none");
}

TEST_CASE(
    "an offer is for somebody who is here and is another player, and there are only so many") {
    Server server;
    Json challenge = Server::terms("challenge");
    challenge["to"] = "Zoe";
    CHECK(server.code(ann, challenge) == "playerNotHere");
    challenge["to"] = "Ann";
    CHECK(server.code(ann, challenge) == "ownOpponent");
    const Json link = Server::terms("link");
    for (std::size_t i = 0; i < Offers::most_of_one_player; ++i)
        REQUIRE(server.code(ann, link) == "none");
    CHECK(server.code(ann, link) == "tooManyOffers");
    CHECK(server.code(bob, link) == "none");
}

TEST_CASE("a seek for other ratings is not for everybody") {
    Server server;
    Json seek = Server::terms("seek");
    seek["lowestRating"] = 2'500;
    const Json offer = server.ask(ann, seek)["offer"];
    CHECK(server.code(bob, {{"type", "accept"}, {"offer", offer}}) == "ratingNotWanted");
}

TEST_CASE("draws are offered, declined and claimed where the game has them") {
    Server server;
    const std::string game = server.start_game();
    const auto code = [&](ConnectionId id, const char* type) {
        return server.code(id, {{"type", type}, {"game", game}});
    };
    CHECK(code(ann, "declineDraw") == "noDrawOffered");
    CHECK(code(ann, "claimDraw") == "noDrawToClaim");
    CHECK(code(ann, "draw") == "none");
    CHECK(code(ann, "draw") == "drawAlreadyOffered");

    Json link = Server::terms("link", "noughtsandcrosses");
    const Json offer = server.ask(ann, link)["offer"];
    const std::string crosses =
        server.ask(bob, {{"type", "accept"}, {"offer", offer}}).value("game", "");
    CHECK(server.code(ann, {{"type", "draw"}, {"game", crosses}}) == "noDrawOffers");
}

TEST_CASE("moves are taken back and time is given in casual games alone, by agreement") {
    Server server;
    const auto begin = [&](bool rated) {
        Json link = Server::terms("link");
        link["rated"] = rated;
        link["side"] = 0;
        const Json offer = server.ask(ann, link)["offer"];
        return server.ask(bob, {{"type", "accept"}, {"offer", offer}}).value("game", "");
    };
    const std::string game = begin(false);
    const auto code = [&](ConnectionId id, const char* type) {
        return server.code(id, {{"type", type}, {"game", game}});
    };
    CHECK(code(ann, "takeback") == "noMoveToTakeBack");
    CHECK(code(bob, "acceptTakeback") == "noTakebackAsked");
    CHECK(code(bob, "declineTakeback") == "noTakebackAsked");
    REQUIRE(server.code(ann, {{"type", "move"}, {"game", game}, {"move", {{"uci", "e2e4"}}}}) ==
            "none");
    CHECK(code(eve, "takeback") == "notYourGame");
    CHECK(code(eve, "giveTime") == "notYourGame");
    CHECK(code(ann, "takeback") == "none");
    CHECK(code(ann, "takeback") == "takebackAlreadyAsked");
    CHECK(code(ann, "acceptTakeback") == "noTakebackAsked");
    CHECK(code(bob, "declineTakeback") == "none");
    CHECK(code(ann, "takeback") == "takebackAlreadyAsked");
    for (int gifts = 0; gifts < LiveGame::most_gifts; ++gifts)
        REQUIRE(code(bob, "giveTime") == "none");
    CHECK(code(bob, "giveTime") == "tooMuchTime");
    CHECK(code(ann, "giveTime") == "none");
    REQUIRE(code(ann, "resign") == "none");
    for (const char* type : {"takeback", "acceptTakeback", "giveTime"})
        CHECK(code(bob, type) == "gameOver");
    CHECK(code(bob, "declineTakeback") == "noTakebackAsked");

    const std::string counts = begin(true);
    for (const char* type : {"takeback", "acceptTakeback", "giveTime"})
        CHECK(server.code(ann, {{"type", type}, {"game", counts}}) == "notCasual");
}

TEST_CASE("somebody watches so many games, and ends to watch what they watch") {
    Server server;
    CHECK(server.code(eve, {{"type", "unwatch"}, {"game", server.start_game()}}) == "notWatched");
    for (std::size_t i = 0; i < protocol::Front::most_games_watched; ++i)
        REQUIRE(server.code(eve, {{"type", "watch"}, {"game", server.start_game()}}) == "none");
    CHECK(server.code(eve, {{"type", "watch"}, {"game", server.start_game()}}) ==
          "tooManyGamesWatched");
}

TEST_CASE("contests have a kind that there is and a name of their own, and are only so many") {
    Server server;
    CHECK(server.code(ann, Server::contest("Cup", "lottery")) == "badContestKind");
    CHECK(server.code(ann, {{"type", "contest"}, {"contest", "Cup"}}) == "noSuchContest");
    CHECK(server.code(bob, {{"type", "joinContest"}, {"contest", "Cup"}}) == "noSuchContest");
    CHECK(server.http_code("/arena/contests/Cup") == "noSuchContest");
    for (std::size_t i = 0; i < Contests::most_of_one_player; ++i)
        REQUIRE(server.code(ann, Server::contest("Cup " + std::to_string(i))) == "none");
    CHECK(server.code(ann, Server::contest("Another")) == "tooManyContests");
    CHECK(server.code(bob, Server::contest("Cup 0")) == "contestExists");
    CHECK(server.code(bob, Server::contest("Another")) == "none");
}

TEST_CASE("a contest has so many players") {
    Server server;
    REQUIRE(server.code(ann, Server::contest("Cup")) == "none");
    ConnectionId id = 100;
    const Json join{{"type", "joinContest"}, {"contest", "Cup"}};
    for (std::size_t i = 0; i < Contest::most_players; ++i) {
        server.arena.open(++id, Protocol::kibitz);
        (void)server.ask(id, {{"type", "register"}, {"name", "P" + std::to_string(i)}});
        REQUIRE(server.code(id, join) == "none");
    }
    CHECK(server.code(ann, join) == "contestFull");
}

TEST_CASE("there is PGN of chess, and of a contest only so much") {
    Server server;
    const Json offer = server.ask(ann, Server::terms("link", "noughtsandcrosses"))["offer"];
    const std::string crosses =
        server.ask(bob, {{"type", "accept"}, {"offer", offer}}).value("game", "");
    CHECK(server.http_code("/arena/games/" + crosses + ".pgn") == "noPgn");
    REQUIRE(server.code(ann, Server::contest("Crosses", "roundRobin", "noughtsandcrosses")) ==
            "none");
    CHECK(server.http_code("/arena/contests/Crosses.pgn") == "noPgn");

    // Two players meet again as soon as one of them has resigned.
    REQUIRE(server.code(ann, Server::contest("Blitz", "arena")) == "none");
    for (const ConnectionId id : {ann, bob})
        REQUIRE(server.code(id, {{"type", "joinContest"}, {"contest", "Blitz"}}) == "none");
    REQUIRE(server.code(ann, {{"type", "startContest"}, {"contest", "Blitz"}}) != "error");
    const auto games = [&] {
        return server.arena.request("GET", "/arena/contests/Blitz").body["games"].size();
    };
    for (std::size_t i = 0; i <= protocol::Http::most_games_as_pgn; ++i) {
        const auto live = server.arena.arena->hall().live_games();
        for (const GameId& game : live)
            if (game != crosses) server.send(ann, {{"type", "resign"}, {"game", game}});
        server.arena.mail.clear();
    }
    REQUIRE(games() > protocol::Http::most_games_as_pgn);
    CHECK(server.http_code("/arena/contests/Blitz.pgn") == "tooManyGamesForPgn");
}

TEST_CASE("the ledger's refusals come to clients with their codes") {
    Server server;
    server.arena.arena->switch_points(true);
    for (const char* name : {"Ann", "Bob"})
        REQUIRE(server.host_code({{"command", "grantPoints"}, {"name", name}, {"amount", 200}}) ==
                "none");
    const Json voucher{{"command", "createVoucher"},
                       {"token", "hour@Club"},
                       {"name", "Bob"},
                       {"asset", "one"},
                       {"terms", ""}};
    REQUIRE(server.host_code(voucher) == "none");
    CHECK(server.host_code(voucher) == "tokenExists");
    const auto act = [&](ConnectionId id, const std::string& action, const Json& details) {
        return server.ask(id, {{"type", "ledger"}, {"action", action}, {"details", details}});
    };
    const auto code = [&](ConnectionId id, const std::string& action, const Json& details) {
        return act(id, action, details).value("code", "none");
    };
    const auto stake = [](int amount, const char* token) {
        return Json{{"amount", amount}, {"token", token}};
    };
    CHECK(code(ann, "play/transfer", {{"to", "Ann"}, {"what", stake(1, "points")}}) ==
          "sameAccount");
    CHECK(code(ann, "acceptSwap", {{"about", 999}}) == "noSuchAgreement");
    const Json deposit = act(ann, "deposit", {{"what", stake(9, "hour@Club")}})["fact"];
    CHECK(code(ann, "confirmDeposit", {{"about", deposit}}) == "notYourAgreement");
    REQUIRE(code(bob, "confirmDeposit", {{"about", deposit}}) == "none");
    CHECK(code(ann, "backed/offerClaim",
               {{"asset", stake(1, "hour@Club")},
                {"expires", to_epoch(server.arena.now)},
                {"kind", "call"},
                {"premium", nullptr},
                {"price", stake(4, "book@Club")},
                {"to", nullptr}}) == "tooLate");

    REQUIRE(server.host_code({{"command", "createVoucher"},
                              {"token", "book@Club"},
                              {"name", "Eve"},
                              {"asset", "one"},
                              {"terms", ""}}) == "none");
    const auto order = [&](bool is_buy) {
        return code(
            ann, "backed/placeOrder",
            {{"buy", is_buy}, {"lots", stake(1, "hour@Club")}, {"price", stake(1, "book@Club")}});
    };
    REQUIRE(order(false) == "none");
    CHECK(order(true) == "ownOrder");

    const Json swap{{"gives", stake(1, "points")}, {"takes", stake(1, "points")}, {"to", "Bob"}};
    std::string last = "none";
    for (int i = 0; i <= kibitz::ledger::OpenCounts::most_of_player && last == "none"; ++i)
        last = code(ann, "play/proposeSwap", swap);
    CHECK(last == "tooManyAgreements");
}
