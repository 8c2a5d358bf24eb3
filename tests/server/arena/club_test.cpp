// Who may come in: closed and invited registration, moderators, networks that are kept out, and
// links by which somebody signs in again, in virtual time.
#include "arena/club.hpp"

#include <algorithm>
#include <ranges>
#include <vector>

#include "arena/three_players.hpp"
#include "support/test.hpp"

using namespace kibitz::arena;
using namespace std::chrono_literals;
using namespace kibitz::arena::test;

namespace {

constexpr const char* home = "192.0.2.7";

class Server : public ThreePlayers {
   public:
    Json host(const Json& command) { return arena.host(command); }
    // From a network, on a new connection; the answer.
    Json come_and(const Json& message, const char* from = home) {
        const ConnectionId id = ++last_;
        arena.open(id, Protocol::kibitz, from);
        if (arena.mail[id].closed != 0) return {{"closed", arena.mail[id].closed}};
        arena.receive(id, message.dump());
        newest = id;
        return Json::parse(arena.mail[id].messages.front());
    }
    std::string code_of(const Json& answer) { return answer.value("code", ""); }
    std::string registration_of(const std::string& name, const std::string& invitation = "",
                                const char* from = home) {
        Json message{{"type", "register"}, {"name", name}};
        if (!invitation.empty()) message["invitation"] = invitation;
        const Json answer = come_and(message, from);
        return answer["type"] == "registered" ? "registered" : code_of(answer);
    }
    void make_moderator(const char* name) {
        REQUIRE(host({{"command", "moderator"}, {"name", name}}).contains("ok"));
    }
    Json moderate(const Json& fields, ConnectionId by = ann) {
        Json message = fields;
        message["type"] = "moderate";
        send(by, message);
        for (const std::string& text : arena.mail[by].messages | std::views::reverse) {
            Json answer = Json::parse(text);
            const std::string type = answer["type"];
            if (type == "ok" || type == "error" || type == "invited" || type == "signInLink")
                return answer;
        }
        return {};
    }
    // The same after a crash, and after one with a snapshot of half of the log.
    void restart(bool has_snapshot) {
        if (has_snapshot) {
            const std::size_t half = arena.log.size() / 2;
            arena.restart_from(arena.saved(half), half);
        } else {
            arena.restart();
        }
        REQUIRE(arena.misfits.empty());
    }

    ConnectionId newest = 0;

   private:
    ConnectionId last_ = 100;
};

}  // namespace

TEST_CASE("a closed server takes no new names, and those that are there come in") {
    for (const bool has_snapshot : {false, true}) {
        Server server;
        CHECK(server.registration_of("Early") == "registered");
        CHECK(server.host({{"command", "registration"}, {"registration", "closed"}}) ==
              Json{{"ok", "done"}});
        CHECK(server.registration_of("Late") == "registrationClosed");
        server.restart(has_snapshot);
        CHECK(server.registration_of("Late") == "registrationClosed");
        CHECK(server.greet(11, ann)["type"] == "welcome");
        CHECK(server.registration_of("House", "", "") == "registered");  // within the program
        const Json bot{{"bot_id", "Bot"}};
        const auto answer =
            server.arena.request("POST", "/bots/noughtsandcrosses", bot.dump(), home);
        CHECK(answer.status == 403);
        server.host({{"command", "registration"}, {"registration", "open"}});
        CHECK(server.registration_of("Late") == "registered");
        CHECK(server.code_of(server.host(
                  {{"command", "registration"}, {"registration", "ajar"}})) == "badField");
    }
}

TEST_CASE("an invitation is for so many names until it expires") {
    for (const bool has_snapshot : {false, true}) {
        Server server;
        server.host({{"command", "registration"}, {"registration", "invited"}});
        CHECK(server.registration_of("Dora") == "invitationNeeded");
        CHECK(server.registration_of("Dora", "guessed") == "badInvitation");
        const Json invited =
            server.host({{"command", "invite"}, {"uses", 2}, {"hours", 3}, {"note", "class 4b"}});
        const std::string code = invited["ok"]["code"];
        CHECK(invited["ok"]["link"] == "#arena/invitation/" + code);
        CHECK(server.registration_of("Ann", code) == "nameTaken");  // that uses nothing up
        CHECK(server.registration_of("Dora", code) == "registered");
        server.restart(has_snapshot);
        CHECK(server.registration_of("Emil", code) == "registered");
        CHECK(server.registration_of("Finn", code) == "badInvitation");

        const std::string other = server.host({{"command", "invite"}, {"hours", 3}})["ok"]["code"];
        server.arena.now += 3h;
        CHECK(server.registration_of("Finn", other) == "badInvitation");
        const std::string revoked = server.host({{"command", "invite"}})["ok"]["code"];
        const Json club = server.host({{"command", "club"}})["ok"];
        REQUIRE(club["invitations"].size() == 1);
        CHECK(server
                  .host({{"command", "revokeInvitation"},
                         {"invitation", club["invitations"][0]["invitation"]}})
                  .contains("ok"));
        CHECK(server.registration_of("Finn", revoked) == "badInvitation");
        // No code is in the log.
        for (const LogEntry& entry : server.arena.log)
            for (const std::string& secret : {code, other, revoked})
                CHECK_FALSE(entry.fact.dump().contains(secret));
    }
}

TEST_CASE("invitations without sense are refused") {
    Server server;
    for (const Json& fields :
         {Json{{"uses", 0}}, Json{{"uses", -1}}, Json{{"uses", 10'001}}, Json{{"hours", 0}},
          Json{{"hours", 1'000'000'000'000}}, Json{{"note", "two\nlines"}},
          Json{{"note", std::string(201, 'a')}}}) {
        Json command = fields;
        command["command"] = "invite";
        CAPTURE(command.dump());
        CHECK(server.host(command).contains("error"));
    }
}

TEST_CASE("there are only so many invitations, and those that are outdated do not count") {
    Server server;
    const Json invite{{"command", "invite"}, {"hours", 1}};
    for (std::size_t i = 0; i < Club::most_of_each; ++i)
        REQUIRE(server.host(invite).contains("ok"));
    CHECK(server.code_of(server.host(invite)) == "tooManyInClub");
    server.arena.now += 1h;
    CHECK(server.host(invite).contains("ok"));
}

TEST_CASE("only moderators moderate, and the operator says who they are") {
    for (const bool has_snapshot : {false, true}) {
        Server server;
        const Json mute{{"action", "mute"}, {"player", "Bob"}};
        CHECK(server.moderate(mute)["code"] == "notModerator");
        CHECK(server.ask(ann, {{"type", "moderation"}})["code"] == "notModerator");
        CHECK(server.code_of(server.host({{"command", "moderator"}, {"name", "Nobody"}})) ==
              "noSuchPlayer");
        server.make_moderator("Ann");
        CHECK(server.moderate(mute)["type"] == "ok");
        CHECK(server.moderate(mute)["code"] == "alreadyMuted");
        CHECK(server.moderate({{"action", "sing"}})["code"] == "unknownAction");
        server.restart(has_snapshot);
        CHECK(server.greet(11, ann)["moderator"] == true);
        CHECK_FALSE(server.greet(12, bob).contains("moderator"));
        const Json seen = server.ask(11, {{"type", "moderation"}});
        CHECK(seen["muted"] == Json::array({"Bob"}));
        CHECK(seen["moderators"] == Json::array({"Ann"}));
        // The operator sees who did it.
        CHECK(server.host({{"command", "actions"}})["ok"].back()["command"] ==
              Json{{"command", "mute"}, {"name", "Bob"}, {"by", "Ann"}});
        server.host({{"command", "moderator"}, {"name", "Ann"}, {"on", false}});
        CHECK(server.moderate(mute, 11)["code"] == "notModerator");
    }
}

TEST_CASE("who is made a moderator hears of it at once, and moderators of reports") {
    Server server;
    const auto heard = [&](ConnectionId who) -> Json {
        for (const std::string& text : server.arena.mail[who].messages | std::views::reverse)
            if (const Json message = Json::parse(text); message["type"] == "moderator")
                return message;
        return nullptr;
    };
    server.make_moderator("Ann");
    CHECK(heard(ann) == Json{{"type", "moderator"}, {"moderator", true}, {"openReports", 0}});
    const std::string game = server.start_game();
    server.send(bob, {{"type", "report"}, {"game", game}, {"player", "Ann"}, {"text", "too fast"}});
    CHECK(heard(ann)["openReports"] == 1);
    CHECK(heard(bob) == nullptr);
    CHECK(server.greet(11, ann)["openReports"] == 1);
    CHECK(server.moderate({{"action", "closeReport"}, {"report", 1}})["type"] == "ok");
    CHECK(heard(ann)["openReports"] == 0);
    server.host({{"command", "moderator"}, {"name", "Ann"}, {"on", false}});
    CHECK(heard(ann) == Json{{"type", "moderator"}, {"moderator", false}});
}

TEST_CASE("moderators are told once of each change of the open reports, whoever makes it") {
    Server server;
    server.make_moderator("Ann");
    const auto told = [&]() -> std::vector<std::int64_t> {
        std::vector<std::int64_t> counts;
        for (const std::string& text : server.arena.mail[ann].messages)
            if (const Json message = Json::parse(text); message["type"] == "moderator")
                counts.push_back(message["openReports"]);
        server.arena.mail[ann].messages.clear();
        return counts;
    };
    using Told = std::vector<std::int64_t>;
    CHECK(told() == Told{0});
    const std::string game = server.start_game();
    const auto report = [&](const char* text) {
        const Json message{{"type", "report"}, {"game", game}, {"player", "Ann"}, {"text", text}};
        server.send(bob, message);
    };
    report("too fast");
    CHECK(told() == Told{1});
    report("too fast");  // refused: they have reported that already
    server.send(bob, {{"type", "ping"}});
    CHECK(told() == Told{});
    server.moderate({{"action", "closeReport"}, {"report", 1}});
    CHECK(told() == Told{0});
    server.moderate({{"action", "closeReport"}, {"report", 1}});  // refused
    CHECK(told() == Told{});
    report("too slow");
    CHECK(server.host({{"command", "closeReport"}, {"report", 2}, {"note", ""}}).contains("ok"));
    CHECK(told() == Told{1, 0});
    report("too loud");
    server.send(bob, {{"type", "resign"}, {"game", game}});
    CHECK(server.host({{"command", "forget"}, {"name", "Bob"}}).contains("ok"));
    CHECK(told() == Told{1, 0});
    server.restart(/*has_snapshot=*/false);
    CHECK(server.greet(11, ann)["openReports"] == 0);
}

TEST_CASE("a moderator bans a name, and neither moderators nor themselves") {
    Server server;
    server.make_moderator("Ann");
    server.make_moderator("Eve");
    const std::string game = server.start_game();
    CHECK(server.moderate({{"action", "ban"}, {"player", "Eve"}})["code"] == "playerIsModerator");
    CHECK(server.moderate({{"action", "ban"}, {"player", "Ann"}})["code"] == "playerIsModerator");
    CHECK(server.moderate({{"action", "signInLink"}, {"player", "Eve"}})["code"] ==
          "playerIsModerator");
    CHECK(server.moderate({{"action", "ban"}, {"player", "Bob"}})["type"] == "ok");
    CHECK(server.arena.mail[bob].closed == close_policy);
    CHECK(server.arena.arena->hall().find(game)->end()->winner == Side::first);
    CHECK(server.greet(11, bob)["code"] == "banned");
    CHECK(server.moderate({{"action", "unban"}, {"player", "Bob"}})["type"] == "ok");
    CHECK(server.greet(12, bob)["type"] == "welcome");
}

TEST_CASE("a moderator keeps a rename, and loses the role with the data") {
    Server server;
    server.make_moderator("Ann");
    server.host({{"command", "rename"}, {"name", "Ann"}, {"to", "Anna"}});
    CHECK(server.arena.arena->club().is_moderator("Anna"));
    server.host({{"command", "forget"}, {"name", "Anna"}});
    CHECK(server.arena.arena->club().moderators().empty());
    server.restart(false);
    CHECK(server.arena.arena->club().moderators().empty());
}

TEST_CASE("a network is kept out until the ban expires, and others are not") {
    for (const bool has_snapshot : {false, true}) {
        Server server;
        server.make_moderator("Ann");
        CHECK(server.registration_of("Troll") == "registered");
        const ConnectionId troll = server.newest;
        CHECK(server.moderate(
                  {{"action", "banNetwork"}, {"player", "Troll"}, {"hours", 2}})["type"] == "ok");
        CHECK(server.arena.mail[troll].closed == close_policy);
        CHECK(server.come_and({{"type", "ping"}}) == Json{{"closed", close_policy}});
        server.restart(has_snapshot);
        CHECK(server.come_and({{"type", "ping"}}) == Json{{"closed", close_policy}});
        CHECK(server.come_and({{"type", "ping"}}, "192.0.2.8")["type"] == "pong");
        const Json bot{{"bot_id", "Bot"}};
        CHECK(server.arena.request("POST", "/bots/noughtsandcrosses", bot.dump(), home).status ==
              403);
        server.arena.now += 2h;
        CHECK(server.come_and({{"type", "ping"}})["type"] == "pong");
    }
}

TEST_CASE("a network can play on and register nothing") {
    Server server;
    server.make_moderator("Ann");
    CHECK(server.registration_of("Dora") == "registered");
    const ConnectionId dora = server.newest;
    CHECK(server.moderate({{"action", "banNetwork"},
                           {"network", "192.0.2.0/24"},
                           {"namesOnly", true}})["type"] == "ok");
    CHECK(server.arena.mail[dora].closed == 0);
    CHECK(server.registration_of("Emil") == "networkBanned");
    CHECK(server.registration_of("Emil", "", "198.51.100.1") == "registered");
    CHECK(server.moderate({{"action", "freeNetwork"}, {"network", "192.0.2.9/24"}})["type"] ==
          "ok");
    CHECK(server.registration_of("Finn") == "registered");
    CHECK(server.moderate({{"action", "freeNetwork"}, {"network", "192.0.2.0/24"}})["code"] ==
          "badNetwork");
}

TEST_CASE("a moderator cannot keep out half of the world, a moderator, or nobody knows whom") {
    Server server;
    server.make_moderator("Ann");
    const auto ban = [&](const Json& fields) {
        Json message = fields;
        message["action"] = "banNetwork";
        return server.code_of(server.moderate(message));
    };
    CHECK(ban({{"network", "10.0.0.0/8"}}) == "badNetwork");
    CHECK(ban({{"network", "2001::/16"}}) == "badNetwork");
    CHECK(ban({{"network", "home"}}) == "badNetwork");
    CHECK(ban({{"network", "10.0.0.1"}, {"hours", 0}}) == "badField");
    CHECK(ban({{"network", "10.0.0.1"}, {"player", "Bob"}}) == "badField");
    CHECK(ban(Json::object()) == "badField");
    CHECK(ban({{"player", "Nobody"}}) == "playerNotHere");
    CHECK(server.host({{"command", "banNetwork"}, {"network", "10.0.0.0/8"}}).contains("ok"));

    CHECK(server.registration_of("Mona") == "registered");
    server.make_moderator("Mona");
    CHECK(ban({{"network", "192.0.2.0/24"}}) == "playerIsModerator");
}

TEST_CASE("somebody who lost their browser signs in by a link, once, and the old token is void") {
    for (const bool has_snapshot : {false, true}) {
        Server server;
        server.make_moderator("Ann");
        const Json link = server.moderate({{"action", "signInLink"}, {"player", "Bob"}});
        REQUIRE(link["type"] == "signInLink");
        const std::string code = link["code"];
        for (const LogEntry& entry : server.arena.log)
            CHECK_FALSE(entry.fact.dump().contains(code));
        CHECK(server.greet(11, bob)["type"] == "welcome");  // until the link is used
        server.restart(has_snapshot);
        CHECK(server.code_of(server.come_and({{"type", "signIn"}, {"code", "guessed"}})) ==
              "badSignInCode");
        const Json signed_in = server.come_and({{"type", "signIn"}, {"code", code}});
        CHECK(signed_in["type"] == "registered");
        CHECK(signed_in["name"] == "Bob");
        CHECK(server.greet(12, bob)["code"] == "unknownToken");
        CHECK(server.come_and({{"type", "hello"}, {"token", signed_in["token"]}})["name"] == "Bob");
        CHECK(server.code_of(server.come_and({{"type", "signIn"}, {"code", code}})) ==
              "badSignInCode");
    }
}

TEST_CASE("a link goes out of date, and a later one, a ban or a taken token makes it void") {
    Server server;
    const auto link = [&] {
        const Json answer = server.host({{"command", "signInLink"}, {"name", "Bob"}});
        return answer.contains("ok") ? answer["ok"]["code"].get<std::string>()
                                     : server.code_of(answer);
    };
    const auto sign_in = [&](const std::string& code) {
        return server.code_of(server.come_and({{"type", "signIn"}, {"code", code}}));
    };
    const std::string first = link(), second = link();
    CHECK(sign_in(first) == "badSignInCode");
    server.arena.now += Club::link_lasts;
    CHECK(sign_in(second) == "badSignInCode");
    const std::string third = link();
    server.host({{"command", "ban"}, {"name", "Bob"}});
    CHECK(sign_in(third) == "banned");
    server.host({{"command", "unban"}, {"name", "Bob"}});
    const std::string fourth = link();
    server.host({{"command", "revokeToken"}, {"name", "Bob"}});
    CHECK(sign_in(fourth) == "badSignInCode");
    CHECK(link() == "noToken");
    CHECK(server.code_of(server.host({{"command", "signInLink"}, {"name", "Nobody"}})) ==
          "noSuchPlayer");
}

TEST_CASE("the log of a version without a club means the same, and stays such a log") {
    // What version 0.1 wrote: an account, a mute and an action of the operator.
    const std::string hash(64, 'a');
    const std::vector<LogEntry> recorded{
        {"accounts", 1,
         Json::parse(R"({"bot":false,"classicGame":"","name":"Ann","owner":"",)"
                     R"("registered":1498910400000,"sealedPassHash":"","tokenHash":")" +
                     hash + R"(","type":"account"})")},
        {"accounts", 2, Json::parse(R"({"muted":true,"name":"Ann","type":"muted"})")},
        {"moderation", 1,
         Json::parse(R"({"command":{"command":"mute","name":"Ann"},"time":1498910400000,)"
                     R"("type":"action"})")}};
    VirtualArena arena;
    for (const LogEntry& entry : recorded) CHECK(arena.arena->replay(entry));
    Effects effects;
    arena.arena->resume(epoch, effects);
    CHECK(arena.arena->accounts().find("Ann")->is_muted);
    CHECK(arena.arena->club().registration() == Registration::open);
    arena.open(1, Protocol::kibitz, home);
    arena.receive(1, R"({"type":"register","name":"Bob"})");
    CHECK(Json::parse(arena.mail[1].messages.back())["type"] == "registered");
    CHECK(std::ranges::none_of(arena.log,
                               [](const LogEntry& entry) { return entry.stream == Club::stream; }));
}

TEST_CASE("what is no possible change of the club is refused, and changes nothing") {
    for (
        const char* fact :
        {R"({})", R"({"type":"registration","registration":"open"})",
         R"({"type":"registration","registration":"ajar","time":1})",
         R"({"type":"invited","invitation":0,"codeHash":"","uses":1,"expires":5,"note":"","time":1})",
         R"({"type":"invited","invitation":1,"codeHash":"","uses":0,"expires":5,"note":"","time":1})",
         R"({"type":"invitationUsed","invitation":1,"time":1})",
         R"({"type":"networkBarred","network":"1.2.3","namesOnly":true,"until":5,"time":1})",
         R"({"type":"networkBarred","network":"1.2.3.4/8","namesOnly":true,"until":5,"time":1})",
         R"({"type":"networkFreed","network":"1.2.3.4","time":1})",
         R"({"type":"signedIn","codeHash":"a","time":1})",
         R"({"type":"signInLink","player":"Ann","time":1})", R"({"type":"sing","time":1})"}) {
        CAPTURE(fact);
        Club club;
        CHECK_FALSE(club.replay({Club::stream, 1, Json::parse(fact)}));
        CHECK_FALSE(club.replay({Club::stream, 2, Json::parse(fact)}));
        CHECK(club.shown(from_epoch(0)) == Club().shown(from_epoch(0)));
    }
}
