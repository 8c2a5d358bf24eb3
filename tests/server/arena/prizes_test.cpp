// Points, prizes of contests and vouchers as clients see them, in virtual time.
#include <sstream>

#include "arena/three_players.hpp"
#include "ledger/verifier.hpp"
#include "support/test.hpp"

using namespace kibitz::arena;
using namespace std::chrono_literals;
using namespace kibitz::arena::test;
namespace ledger = kibitz::ledger;

namespace {

class Server : public ThreePlayers {
   public:
    Server() {
        arena.arena->switch_points(true);
        for (const char* name : {"Ann", "Bob", "Eve"}) CHECK(grant(name, 100)["ok"] == "done");
    }
    Json grant(const std::string& name, std::int64_t amount) {
        return arena.host({{"command", "grantPoints"}, {"name", name}, {"amount", amount}});
    }
    Json create(ConnectionId id, const Json& prize, const std::string& kind = "roundRobin") {
        return ask(id, {{"type", "createContest"},
                        {"name", "Cup"},
                        {"kind", kind},
                        {"game", "chess"},
                        {"base", 60'000},
                        {"increment", 0},
                        {"length", 600'000},
                        {"prize", prize}});
    }
    std::string in_contest(ConnectionId id, const std::string& type) {
        const Json answer = ask(id, {{"type", type}, {"contest", "Cup"}});
        return answer.value("code", answer["type"].get<std::string>());
    }
    std::int64_t facts() const { return arena.arena->purses().ledger().last().number; }
    Json prize() { return arena.request("GET", "/arena/contests/Cup").body["prize"]; }
    std::int64_t points_of(const std::string& name) {
        const auto& purses = arena.arena->purses();
        return purses.ledger().balances().of(ledger::AnyToken(ledger::points()),
                                             ledger::Account::player(*purses.find(name)));
    }
    std::int64_t all_points() { return points_of("Ann") + points_of("Bob") + points_of("Eve"); }
    // Whoever has White resigns, in every game.
    void resign_all() {
        while (!arena.arena->hall().live_games().empty()) {
            const GameId id = arena.arena->hall().live_games().front();
            const auto players = arena.arena->hall().find(id)->settings().players;
            const std::map<std::string, ConnectionId> all{{"Ann", ann}, {"Bob", bob}, {"Eve", eve}};
            send(all.at(players[0]), {{"type", "resign"}, {"game", id}});
        }
    }
    // The ledger as everybody can fetch it is one that came about.
    void check_lines() {
        const auto lines = arena.request("GET", "/arena/ledger.jsonl").lines;
        REQUIRE(lines);
        ledger::Verifier verifier(
            [&](std::string_view text) { return arena.secrets->sha256_hex(text); },
            [&](std::string_view key, std::string_view text, std::string_view signature) {
                return arena.secrets->is_signed_by(key, text, signature);
            });
        std::istringstream file(*lines);
        for (std::string line; std::getline(file, line);) {
            const auto taken = verifier.take(line);
            REQUIRE_MESSAGE(taken.has_value(), line);
        }
        CHECK(verifier.finish().has_value());
        CHECK(verifier.ledger() == arena.arena->purses().ledger());
        CHECK(verifier.head() == arena.arena->purses().head());
    }
    // The log and a snapshot of a part of it give the same purses.
    void check_restart() {
        const auto before = arena.arena->purses().ledger();
        const auto summary = arena.arena->purses().summary();
        const std::size_t half = arena.log.size() / 2;
        arena.restart_from(arena.saved(half), half);
        CHECK(arena.misfits.empty());
        CHECK(arena.arena->purses().ledger() == before);
        arena.restart();
        CHECK(arena.misfits.empty());
        CHECK(arena.arena->purses().ledger() == before);
        arena.arena->switch_points(true);
        CHECK(arena.arena->purses().summary() == summary);
    }
};

const Json prize{{"amount", 60}, {"entry", 10}, {"split", {50, 30, 20}}};

}  // namespace

TEST_CASE("a contest with a prize, entry fees and a withdrawal pays exactly what was escrowed") {
    Server server;
    CHECK(server.create(ann, prize)["type"] == "ok");
    CHECK(server.points_of("Ann") == 40);
    CHECK(server.prize()["pot"] == 60);
    for (const ConnectionId id : {ann, bob, eve})
        CHECK(server.in_contest(id, "joinContest") == "ok");
    CHECK(server.all_points() == 300 - 60 - 30);
    CHECK(server.in_contest(eve, "leaveContest") == "ok");
    CHECK(server.points_of("Eve") == 100);
    CHECK(server.prize()["pot"] == 80);
    CHECK(server.in_contest(eve, "joinContest") == "ok");
    CHECK(server.in_contest(ann, "startContest") == "ok");
    // Whoever leaves now leaves the fee and wins nothing.
    CHECK(server.in_contest(eve, "leaveContest") == "ok");
    CHECK(server.points_of("Eve") == 90);
    server.check_lines();
    server.resign_all();
    server.arena.wait_until(server.arena.now + 1h);
    CHECK(server.arena.arena->contests().find("Cup")->stage() == Contest::Stage::over);
    CHECK(server.all_points() == 300);
    CHECK(server.points_of("Eve") == 90);
    const Json paid = server.prize()["paid"];
    REQUIRE(paid.size() == 2);
    CHECK(paid[0]["amount"] == 63);
    CHECK(paid[1]["amount"] == 27);
    CHECK(!server.prize().contains("pot"));
    server.check_lines();
    server.check_restart();
}

TEST_CASE("players of the same rank share what their places get") {
    Server server;
    CHECK(server.create(ann, prize, "arena")["type"] == "ok");
    for (const ConnectionId id : {ann, bob}) CHECK(server.in_contest(id, "joinContest") == "ok");
    server.send(ann, {{"type", "startContest"}, {"contest", "Cup"}});
    // A contest with a prize that has begun takes nobody in, whatever its format.
    CHECK(server.in_contest(eve, "joinContest") == "contestBegun");
    const GameId id = server.arena.arena->hall().live_games().front();
    (void)server.ask(ann, {{"type", "draw"}, {"game", id}});
    (void)server.ask(bob, {{"type", "draw"}, {"game", id}});
    server.arena.wait_until(server.arena.now + 1h);
    (void)server.ask(ann, {{"type", "ping"}});
    CHECK(server.all_points() == 300);
    CHECK(server.prize()["paid"].size() == 2);
    server.check_restart();
}

TEST_CASE("a contest that never begins gives everything back") {
    Server server;
    CHECK(server.create(ann, prize)["type"] == "ok");
    CHECK(server.in_contest(bob, "joinContest") == "ok");
    server.arena.wait_until(server.arena.now + 25h);
    (void)server.ask(ann, {{"type", "ping"}});
    CHECK(server.points_of("Ann") == 100);
    CHECK(server.points_of("Bob") == 100);
    CHECK(server.prize()["paid"] == Json::array());
    server.check_restart();
}

TEST_CASE("the operator's prize, a ban and the end of a contest before its time") {
    Server server;
    CHECK(server.arena.host({{"command", "createContest"},
                             {"name", "Cup"},
                             {"kind", "swiss"},
                             {"game", "chess"},
                             {"base", 60'000},
                             {"prize", {{"amount", 50}, {"entry", 1}}}})["ok"] == "done");
    for (const ConnectionId id : {ann, bob, eve})
        CHECK(server.in_contest(id, "joinContest") == "ok");
    CHECK(server.arena.host({{"command", "ban"}, {"name", "Eve"}})["ok"] == "done");
    CHECK(server.points_of("Eve") == 100);
    CHECK(server.arena.host({{"command", "closeContest"}, {"contest", "Cup"}})["ok"] == "done");
    CHECK(server.all_points() == 300);
    CHECK(server.arena.arena->purses().ledger().balances().supply(
              ledger::AnyToken(ledger::points())) == 300);
}

TEST_CASE("prizes that cannot be") {
    Server server;
    const auto code = [&](const Json& wish) { return server.create(ann, wish)["code"]; };
    CHECK(code({{"amount", 101}}) == "notEnough");
    CHECK(code({{"amount", -1}}) == "badAmount");
    CHECK(code({{"amount", 10}, {"split", {50, 40}}}) == "badSplit");
    CHECK(code({{"amount", 10}, {"split", "half"}}) == "badField");
    CHECK(code({{"amount", 10}, {"token", "book@Club"}, {"entry", 1}}) == "badToken");
    CHECK(code({{"amount", 10}, {"token", "book@Club"}}) == "notEnough");
    CHECK(code("much") == "badField");
    CHECK(server.arena.request("GET", "/arena/contests/Cup").status == 404);
    CHECK(server.create(ann, {{"amount", 10}, {"entry", 95}})["type"] == "ok");
    CHECK(server.in_contest(ann, "joinContest") == "notEnough");
    CHECK(server.in_contest(bob, "joinContest") == "ok");
    CHECK(server.in_contest(bob, "joinContest") == "alreadyInContest");
}

TEST_CASE("points change hands, once for each reference, and not while a purse is frozen") {
    Server server;
    const auto give = [&](std::int64_t amount, const std::string& reference = "") {
        const Json answer = server.ask(
            ann, {{"type", "ledger"},
                  {"action", "play/transfer"},
                  {"details", {{"to", "Bob"}, {"what", {{"amount", amount}, {"token", "points"}}}}},
                  {"reference", reference}});
        return answer.value("code", answer["type"].get<std::string>());
    };
    CHECK(give(30, "lunch") == "ok");
    CHECK(give(30, "lunch") == "ok");
    CHECK(server.points_of("Bob") == 130);
    CHECK(give(31, "lunch") == "idReused");
    CHECK(give(71) == "notEnough");
    CHECK(give(0) == "badAmount");
    CHECK(server.ask(ann, {{"type", "purse"}})["balances"][0]["amount"] == 70);
    CHECK(server.arena.host({{"command", "freezePurse"}, {"name", "Ann"}})["ok"] == "done");
    CHECK(give(1) == "purseFrozen");
    CHECK(server.arena.host({{"command", "freezePurse"}, {"name", "Ann"}, {"on", false}})["ok"] ==
          "done");
    (void)server.ask(bob, {{"type", "block"}, {"player", "Ann"}});
    CHECK(give(1) == "blockedByPlayer");
    (void)server.ask(bob, {{"type", "unblock"}, {"player", "Ann"}});
    int done = 0;
    while (give(1) == "ok" && done < 1'000) ++done;
    CHECK(give(1) == "notEnough");
    server.arena.arena->switch_points(false);
    CHECK(give(1) == "pointsOff");
    CHECK(server.create(ann, prize)["code"] == "pointsOff");
}

TEST_CASE("nobody does what is the operator's or the arena's, nor fills the log") {
    Server server;
    const auto act = [&](const std::string& action, const Json& details) {
        return server.ask(ann,
                          {{"type", "ledger"}, {"action", action}, {"details", details}})["code"];
    };
    CHECK(act("grant", {{"amount", 5}, {"to", "Ann"}}) == "badField");
    CHECK(act("enterFund", {{"fund", 1}}) == "badField");
    CHECK(act("payFund", {{"fund", 1}, {"standings", Json::array()}}) == "badField");
    CHECK(act("sing", Json::object()) == "badField");
    CHECK(act("play/transfer", {{"to", "Nobody"}}) == "noSuchPlayer");
    CHECK(act("play/transfer", {{"to", "Bob"}, {"by", 2}}) == "badField");
    CHECK(act("backed/transfer", {{"to", "Bob"}, {"what", {{"amount", 1}, {"token", "points"}}}}) ==
          "badField");
    CHECK(act("play/transfer", 5) == "badField");
    for (int n = 0; n < Purses::most_facts_an_hour; ++n) {
        const auto swap = server.ask(
            ann,
            {{"type", "ledger"},
             {"action", n % 2 == 0 ? "play/proposeSwap" : "cancelSwap"},
             {"details",
              n % 2 == 0 ? Json{{"gives", {{"amount", 1}, {"token", "points"}}},
                                {"takes", {{"amount", 1}, {"token", "points"}}},
                                {"to", "Bob"}}
                         : Json{{"about", server.arena.arena->purses().ledger().last().number}}}});
        REQUIRE(swap["type"] == "ok");
    }
    CHECK(act("play/transfer", {{"to", "Bob"}, {"what", {{"amount", 1}, {"token", "points"}}}}) ==
          "tooManyFacts");
    server.arena.wait_until(server.arena.now + 1h);
    CHECK(act("play/transfer", {{"to", "Bob"}, {"what", {{"amount", 1}, {"token", "points"}}}}) ==
          nullptr);
}

TEST_CASE("the pages of the ledger make up the whole file") {
    Server server;
    const auto page_from = [&](std::size_t number) {
        const auto answer = server.arena.request("GET", "/arena/ledger/" + std::to_string(number));
        return answer.lines.value_or("no lines");
    };
    constexpr std::size_t page = protocol::Http::facts_in_page;
    // Up to the last fact of a page, and one more.
    for (const std::size_t facts : {page, page + 1, 2 * page + 500}) {
        while (server.facts() < static_cast<std::int64_t>(facts))
            CHECK(server.grant("Ann", 1)["ok"] == "done");
        std::string pages;
        for (std::size_t first = 1; first <= facts; first += page) pages += page_from(first);
        CHECK(server.arena.request("GET", "/arena/ledger.jsonl").lines == pages);
        CHECK(page_from(facts + 1).empty());
        CHECK(std::ranges::count(page_from(facts), '\n') == 2);  // the last fact, and the end
        server.check_lines();
    }
    for (const char* wrong : {"0", "-1", "1x", "", "99999999999"}) {
        const auto answer = server.arena.request("GET", std::string("/arena/ledger/") + wrong);
        CHECK(!answer.lines);
        CHECK(answer.status == (*wrong == '\0' ? 200 : 404));
    }
}

TEST_CASE("spectators stake points on who wins a contest, where the operator wants that") {
    Server server;
    constexpr ConnectionId zoe = 14;
    server.arena.open(zoe, Protocol::kibitz);
    CHECK(server.ask(zoe, {{"type", "register"}, {"name", "Zoe"}})["points"] == true);
    CHECK(server.grant("Zoe", 100)["ok"] == "done");
    const auto subjects = [&] {
        return server.arena.request("GET", "/arena/ledger").body["subjects"];
    };
    const auto offer = [&](ConnectionId id, const char* winner, std::int64_t subject) {
        return server.ask(id, {{"type", "ledger"},
                               {"action", "play/offerClaim"},
                               {"details",
                                {{"holderStake", 10},
                                 {"subject", subject},
                                 {"to", nullptr},
                                 {"winner", winner},
                                 {"writerStake", 20}}}});
    };
    const auto act = [&](ConnectionId id, const char* action, const Json& about) {
        const Json answer = server.ask(
            id, {{"type", "ledger"}, {"action", action}, {"details", {{"about", about}}}});
        return answer.value("code", answer["type"].get<std::string>());
    };
    const auto begin = [&] {
        CHECK(server.ask(ann, {{"type", "createContest"},
                               {"name", "Cup"},
                               {"kind", "roundRobin"},
                               {"game", "chess"},
                               {"base", 60'000},
                               {"increment", 0}})["type"] == "ok");
        for (const ConnectionId id : {ann, bob})
            CHECK(server.in_contest(id, "joinContest") == "ok");
        server.send(ann, {{"type", "startContest"}, {"contest", "Cup"}});
        CHECK(server.arena.arena->contests().find("Cup")->stage() == Contest::Stage::running);
    };
    SUBCASE("off, there is nothing to stake on") {
        begin();
        CHECK(subjects().empty());
        CHECK(offer(eve, "Ann", 1)["code"] == "pointsOff");
        return;
    }
    SUBCASE("on") {}
    server.arena.arena->switch_predictions(true);
    begin();
    REQUIRE(subjects().size() == 1);
    CHECK(subjects()[0]["name"] == "contest:Cup");
    const std::int64_t subject = subjects()[0]["id"];
    CHECK(offer(ann, "Bob", subject)["code"] == "involvedInResult");
    CHECK(offer(eve, "Zoe", subject)["code"] == "notPossibleNow");
    const Json offered = offer(eve, "Bob", subject);
    REQUIRE(offered["type"] == "ok");
    CHECK(act(bob, "acceptClaim", offered["fact"]) == "involvedInResult");
    CHECK(act(zoe, "acceptClaim", offered["fact"]) == "ok");
    const Json claim = server.ask(zoe, {{"type", "purse"}})["claims"][0];
    CHECK(claim["kind"] == "result");
    CHECK(claim["winner"] == "Bob");
    CHECK(claim["held"] == true);
    CHECK(claim["known"] == false);
    CHECK(act(zoe, "expire", offered["fact"]) == "tooEarly");
    REQUIRE(server.arena.arena->hall().live_games().size() == 1);
    const GameId game = server.arena.arena->hall().live_games().front();
    // White resigns.
    const std::string winner = server.arena.arena->hall().find(game)->settings().players[1];
    server.resign_all();
    server.arena.wait_until(server.arena.now + 1h);
    (void)server.ask(ann, {{"type", "ping"}});
    // Anybody may settle it now, and sees that.
    CHECK(server.ask(ann, {{"type", "purse"}})["claims"][0]["known"] == true);
    CHECK(act(ann, "expire", offered["fact"]) == "ok");
    CHECK(server.points_of("Zoe") == (winner == "Bob" ? 120 : 90));
    CHECK(server.points_of("Eve") == (winner == "Bob" ? 80 : 110));
    CHECK(subjects().empty());
    server.check_lines();
    server.check_restart();
}

TEST_CASE("an option's whole life, from deposits to its exercise") {
    Server server;
    for (const auto& [token, trustee] : {std::pair("hour@Club", "Bob"), {"book@Club", "Eve"}})
        CHECK(server.arena.host({{"command", "createVoucher"},
                                 {"token", token},
                                 {"name", trustee},
                                 {"asset", "one"},
                                 {"terms", ""}})["ok"] == "done");
    const auto act = [&](ConnectionId id, const std::string& action, const Json& details) {
        const Json answer =
            server.ask(id, {{"type", "ledger"}, {"action", action}, {"details", details}});
        CHECK_MESSAGE(answer["type"] == "ok", answer.dump());
        return answer["fact"].get<std::int64_t>();
    };
    const auto stake = [](int amount, const char* token) {
        return Json{{"amount", amount}, {"token", token}};
    };
    const auto deposited = act(ann, "deposit", {{"what", stake(3, "hour@Club")}});
    act(bob, "confirmDeposit", {{"about", deposited}});
    const auto books = act(bob, "deposit", {{"what", stake(9, "book@Club")}});
    act(eve, "confirmDeposit", {{"about", books}});
    const auto claim = act(ann, "backed/offerClaim",
                           {{"asset", stake(1, "hour@Club")},
                            {"expires", to_epoch(server.arena.now + 24h)},
                            {"kind", "call"},
                            {"premium", stake(1, "book@Club")},
                            {"price", stake(4, "book@Club")},
                            {"to", nullptr}});
    CHECK(server.ask(bob, {{"type", "purse"}})["claims"][0]["accepted"] == false);
    act(bob, "acceptClaim", {{"about", claim}});
    CHECK(server.ask(bob, {{"type", "purse"}})["claims"][0]["held"] == true);
    CHECK(server.ask(eve, {{"type", "purse"}})["claims"].empty());
    server.check_restart();
    CHECK(server.greet(12, bob)["type"] == "welcome");
    CHECK(server.greet(11, ann)["type"] == "welcome");
    act(12, "exercise", {{"about", claim}});
    const Json balances = server.ask(12, {{"type", "purse"}})["balances"];
    CHECK(std::ranges::find(balances, stake(1, "hour@Club")) != balances.end());
    act(11, "backed/placeOrder",
        {{"buy", false}, {"lots", stake(2, "hour@Club")}, {"price", stake(3, "book@Club")}});
    const Json book =
        server.ask(12, {{"type", "book"}, {"lots", "hour@Club"}, {"price", "book@Club"}});
    CHECK(book["sellers"] == Json{{{"price", 3}, {"lots", 2}}});
    server.check_lines();
}

TEST_CASE("the operator sees what is disputed, and decides it") {
    Server server;
    CHECK(server.arena.host({{"command", "createVoucher"},
                             {"token", "hour@Club"},
                             {"name", "Bob"},
                             {"asset", "one"},
                             {"terms", ""}})["ok"] == "done");
    const auto act = [&](ConnectionId id, const std::string& action, const Json& details) {
        return server.ask(id,
                          {{"type", "ledger"}, {"action", action}, {"details", details}})["fact"];
    };
    const auto disputes = [&] {
        return server.arena.host({{"command", "ledger"}})["ok"]["disputes"];
    };
    const Json hours{{"amount", 2}, {"token", "hour@Club"}};
    act(bob, "confirmDeposit", {{"about", act(ann, "deposit", {{"what", hours}})}});
    const Json redeemed = act(ann, "redeem", {{"what", hours}});
    act(bob, "handOver", {{"about", redeemed}});
    CHECK(disputes().empty());
    act(ann, "dispute", {{"about", redeemed}});
    CHECK(disputes() == Json{{{"redemption", redeemed},
                              {"token", "hour@Club"},
                              {"amount", 2},
                              {"holder", "Ann"},
                              {"trustee", "Bob"}}});
    CHECK(!server.arena.request("GET", "/arena/ledger").body.contains("disputes"));
    const Json decision{{"command", "decideDispute"}, {"redemption", redeemed}};
    CHECK(server.arena.host(decision)["ok"] == "done");
    CHECK(disputes().empty());
    CHECK(server.ask(ann, {{"type", "purse"}})["balances"].dump().contains("hour@Club"));
}

TEST_CASE("names are not in the ledger, and change without it") {
    Server server;
    server.arena.lose(eve);
    CHECK(server.arena.host({{"command", "rename"}, {"name", "Eve"}, {"to", "Eva"}})["ok"] ==
          "done");
    CHECK(server.points_of("Eva") == 100);
    CHECK(server.arena.host({{"command", "forget"}, {"name", "Eva"}})["ok"] == "done");
    const std::string summary = server.arena.request("GET", "/arena/ledger").body.dump();
    CHECK(!summary.contains("Eva"));
    CHECK(summary.contains("Deleted player"));
    const auto lines = server.arena.request("GET", "/arena/ledger.jsonl").lines.value_or("");
    for (const char* name : {"Ann", "Bob", "Ev"}) CHECK(!lines.contains(name));
    server.check_lines();
    server.check_restart();
}
