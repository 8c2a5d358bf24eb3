// What the host of a server may do, in virtual time.
#include "arena/operator/commands.hpp"

#include "arena/three_players.hpp"
#include "support/test.hpp"

using namespace kibitz::arena;
using namespace std::chrono_literals;
using namespace kibitz::arena::test;

namespace {

class Server : public ThreePlayers {
   public:
    // "done", a list, or the error.
    Json host(const Json& command) {
        const Json answer = arena.host(command);
        return answer.contains("ok") ? answer["ok"] : answer["error"];
    }
    const std::optional<Ended>& end_of(const std::string& game) {
        return arena.arena->hall().find(game)->end();
    }
    // What is left of a player whose data was deleted has this name.
    std::string name_after(const std::string& player) {
        return arena.arena->accounts().forgotten()->at(player);
    }
};

}  // namespace

TEST_CASE("the host sees who is there and what is played, and ends games") {
    Server server;
    const std::string game = server.start_game();
    const Json status = server.host({{"command", "status"}});
    CHECK(status["players"] == 3);
    CHECK(status["games"] == 1);
    CHECK(status["draining"] == false);
    CHECK(server.host({{"command", "players"}}).size() == 3);
    CHECK(server.host({{"command", "games"}})[0]["players"] == Json{"Ann", "Bob"});
    CHECK(server.host({{"command", "abort"}, {"game", game}}) == "done");
    CHECK(server.end_of(game)->ending == Ending::aborted);
    CHECK(server.arena.arena->ratings().games("chess", "Ann") == 0);
    CHECK(server.host({{"command", "abort"}, {"game", game}}) == "there is no such game under way");
    CHECK(server.host({{"command", "sing"}}) == "there is no command \"sing\"");
    CHECK(server.host(5) == "there is no command \"\"");
}

TEST_CASE("a banned player loses their games, leaves and stays out, also after a restart") {
    Server server;
    const std::string game = server.start_game();
    server.send(ann, {{"type", "seek"}, {"game", "chess"}, {"base", 60000}, {"increment", 0}});
    CHECK(server.host({{"command", "ban"}, {"name", "Ann"}}) == "done");
    CHECK(server.end_of(game) == Ended{Ending::resignation, Side::second, "resignation"});
    CHECK(server.arena.mail[ann].closed == close_policy);
    CHECK(server.greet(11, ann)["code"] == "banned");
    server.arena.restart();
    CHECK(server.arena.misfits.empty());
    CHECK(server.greet(12, ann)["type"] == "error");
    CHECK(server.host({{"command", "ban"}, {"name", "Ann"}}) == "that player is banned already");
    CHECK(server.host({{"command", "unban"}, {"name", "Ann"}}) == "done");
    CHECK(server.greet(13, ann)["type"] == "welcome");
    CHECK(server.host({{"command", "ban"}, {"name", "Nobody"}}) == "there is no such player");
}

TEST_CASE("a muted player plays on, but cannot chat, also after a restart") {
    Server server;
    const std::string game = server.start_game();
    const Json chat{{"type", "chat"}, {"game", game}, {"text", "hello"}};
    CHECK(server.host({{"command", "mute"}, {"name", "Ann"}}) == "done");
    CHECK(server.ask(ann, chat)["code"] == "muted");
    CHECK(
        server.ask(ann, {{"type", "move"}, {"game", game}, {"move", {{"uci", "e2e4"}}}})["type"] ==
        "ok");
    server.send(bob, chat);
    CHECK(server.last(ann)["event"]["text"] == "hello");
    server.arena.restart();
    CHECK(server.arena.misfits.empty());
    CHECK(server.greet(11, ann)["type"] == "welcome");
    CHECK(server.ask(11, chat)["code"] == "muted");
    CHECK(server.arena.host({{"command", "mute"}, {"name", "Ann"}})["code"] == "alreadyMuted");
    CHECK(server.host({{"command", "unmute"}, {"name", "Ann"}}) == "done");
    CHECK(server.arena.host({{"command", "unmute"}, {"name", "Ann"}})["code"] == "notMuted");
    server.send(11, chat);
    CHECK(server.last(11)["type"] == "ok");
    CHECK(server.arena.host({{"command", "mute"}, {"name", "Zoe"}})["code"] == "noSuchPlayer");
}

TEST_CASE("a player who was blocked can neither challenge nor chat, also after a restart") {
    Server server;
    const Json challenge{
        {"type", "challenge"}, {"to", "Ann"}, {"game", "chess"}, {"base", 60000}, {"increment", 0}};
    const Json block{{"type", "block"}, {"player", "Bob"}};
    CHECK(server.ask(bob, challenge)["type"] == "ok");
    const std::string game = server.start_game();
    CHECK(server.ask(ann, block)["type"] == "ok");
    CHECK(server.ask(ann, block)["type"] == "ok");  // is done already
    CHECK(server.ask(ann, {{"type", "blocked"}})["players"] == Json{"Bob"});
    CHECK(server.ask(bob, challenge)["code"] == "blockedByPlayer");
    const Json chat{{"type", "chat"}, {"game", game}, {"text", "hello"}};
    CHECK(server.ask(bob, chat)["code"] == "blockedByPlayer");
    CHECK(server.ask(ann, chat)["type"] == "ok");

    // Their seeks fit, but are not paired, and cannot be accepted.
    const Json seek{{"type", "seek"}, {"game", "chess"}, {"base", 60000}, {"increment", 0}};
    const Json offer = server.ask(ann, seek)["offer"];
    CHECK(server.ask(bob, seek).contains("offer"));
    CHECK(server.ask(bob, {{"type", "accept"}, {"offer", offer}})["code"] == "blockedByPlayer");

    server.arena.restart();
    CHECK(server.arena.misfits.empty());
    CHECK(server.host({{"command", "rename"}, {"name", "Eve"}, {"to", "Zoe"}}) == "done");
    CHECK(server.greet(11, ann)["type"] == "welcome");
    CHECK(server.greet(12, bob)["type"] == "welcome");
    CHECK(server.ask(12, challenge)["code"] == "blockedByPlayer");
    CHECK(server.ask(11, {{"type", "unblock"}, {"player", "Bob"}})["type"] == "ok");
    CHECK(server.ask(12, challenge).contains("offer"));
    CHECK(server.ask(11, {{"type", "block"}, {"player", "Ann"}})["code"] == "badField");
    CHECK(server.ask(11, {{"type", "block"}, {"player", "Nobody"}})["code"] == "noSuchPlayer");
    CHECK(server.ask(11, {{"type", "block"}, {"player", "Zoe"}})["type"] == "ok");
    CHECK(server.host({{"command", "rename"}, {"name", "Zoe"}, {"to", "Eva"}}) == "done");
    CHECK(server.ask(11, {{"type", "blocked"}})["players"] == Json{"Eva"});
}

namespace {

// Everything that can be looked at of a game, its players and contests, and what a client receives
// who watches it.
std::string everything_shown(Server& server, ConnectionId id, const std::string& game,
                             const std::string& player,
                             std::initializer_list<const char*> contests) {
    std::string shown = server.host({{"command", "actions"}}).dump() +
                        server.host({{"command", "reports"}}).dump() +
                        server.host({{"command", "tokens"}}).dump();
    const std::vector<std::string> paths{
        "games",       "games/" + game,     "games/" + game + ".pgn",
        "players/Bob", "players/" + player, "ratings/chess",
        "contests"};
    for (const std::string& path : paths) {
        const HttpAnswer answer = server.arena.request("GET", "/arena/" + path);
        CHECK(answer.status == 200);
        shown += answer.body.dump() + answer.pgn.value_or("");
    }
    for (const std::string contest : contests) {
        shown += server.arena.request("GET", "/arena/contests/" + contest).body.dump();
        shown +=
            server.arena.request("GET", "/arena/contests/" + contest + ".pgn").pgn.value_or("");
    }
    server.arena.open(id, Protocol::kibitz);
    server.send(id, {{"type", "watch"}, {"game", game}, {"after", 0}});
    server.send(id, {{"type", "watch"}, {"game", game}});
    server.send(id, {{"type", "contests"}});
    server.send(id, {{"type", "watchLobby"}});
    for (const std::string& message : server.arena.mail[id].messages) shown += message;
    return shown;
}

// A contest of Ann's that she plays in against Bob; the game.
std::string play_contest(Server& server, const std::string& name) {
    server.send(ann, {{"type", "createContest"},
                      {"name", name},
                      {"kind", "knockout"},
                      {"game", "chess"},
                      {"base", 60'000},
                      {"increment", 0}});
    for (const ConnectionId player : {ann, bob})
        server.send(player, {{"type", "joinContest"}, {"contest", name}});
    server.send(ann, {{"type", "startContest"}, {"contest", name}});
    const std::string game = server.arena.arena->hall().live_games().front();
    server.send(bob, {{"type", "resign"}, {"game", game}});
    return game;
}

}  // namespace

TEST_CASE("a player who is forgotten is named nowhere, and the games stay, also after a restart") {
    Server server;
    const std::string game = server.start_game();
    server.send(ann, {{"type", "chat"}, {"game", game}, {"text", "a secret of mine"}});
    server.send(bob, {{"type", "chat"}, {"game", game}, {"text", "pardon?"}});
    const Json forget{{"command", "forget"}, {"name", "Ann"}};
    CHECK(server.arena.host(forget)["code"] == "playerIsPlaying");
    server.send(bob, {{"type", "resign"}, {"game", game}});
    (void)play_contest(server, "Cup");
    server.send(eve, {{"type", "block"}, {"player", "Ann"}});
    for (const auto& [reporter, player] : {std::pair(bob, "Ann"), {ann, "Bob"}, {eve, "Bob"}})
        server.send(reporter,
                    {{"type", "report"}, {"game", game}, {"player", player}, {"text", "rude"}});
    CHECK(server.host({{"command", "mute"}, {"name", "Ann"}}) == "done");
    const double rating = server.arena.arena->ratings().at("chess", "Ann", epoch).rating;
    REQUIRE(rating > 1500);
    const std::size_t entries_before = server.arena.log.size();

    CHECK(server.host(forget) == "done");
    CHECK(server.arena.mail[ann].closed == close_policy);
    CHECK(server.greet(20, ann)["code"] == "unknownToken");
    CHECK(server.arena.host(forget)["code"] == "noSuchPlayer");
    const std::string now = server.name_after("Ann");
    const auto check = [&](ConnectionId id) {
        const std::string shown = everything_shown(server, id, game, now, {"Cup"});
        CHECK(shown.find("Ann") == std::string::npos);
        CHECK(shown.find("secret") == std::string::npos);
        CHECK(shown.find("pardon?") != std::string::npos);
        CHECK(shown.find(now) != std::string::npos);
        CHECK(server.arena.request("GET", "/arena/players/Ann").status == 404);
        CHECK(server.arena.arena->ratings().at("chess", now, epoch).rating == rating);
        // Only Eve's report of Bob is left, without what Ann said.
        const Json reports = server.host({{"command", "reports"}});
        REQUIRE(reports.size() == 1);
        CHECK(reports[0]["chat"].size() == 1);
        CHECK(server.arena.host({{"command", "renewToken"}, {"name", now}})["code"] == "noToken");
        CHECK(server.arena.host({{"command", "forget"}, {"name", now}})["code"] == "noSuchPlayer");
        // Nobody can pass for her.
        server.arena.open(id + 1, Protocol::kibitz);
        CHECK(server.ask(id + 1, {{"type", "register"}, {"name", "ann"}})["code"] == "nameTaken");
    };
    check(21);
    // The block, too, was about her.
    CHECK(server.ask(eve, {{"type", "blocked"}})["players"].empty());
    server.arena.restart();
    CHECK(server.arena.misfits.empty());
    check(31);
    const std::string saved = server.arena.saved(entries_before);
    server.arena.restart_from(saved, entries_before);
    CHECK(server.arena.misfits.empty());
    check(41);
    server.arena.restart_from(server.arena.saved(server.arena.log.size()), server.arena.log.size());
    check(51);
}

TEST_CASE("games and contests that are read from the log name no forgotten player either") {
    Server server;
    const std::string game = play_contest(server, "Cup");
    server.send(ann, {{"type", "chat"}, {"game", game}, {"text", "a secret of mine"}});
    // So many games that the hall has only later ones, and so many contests.
    for (std::size_t i = 0; i < Contests::most_settled; ++i)
        (void)play_contest(server, "Cup" + std::to_string(i));
    for (std::size_t i = 0; i < Hall::most_finished_games; ++i) {
        const std::string another = server.start_game();
        server.send(bob, {{"type", "resign"}, {"game", another}});
    }
    CHECK(server.host({{"command", "forget"}, {"name", "Ann"}}) == "done");
    REQUIRE(server.arena.arena->hall().find(game) == nullptr);
    REQUIRE(server.arena.arena->contests().find("Cup") == nullptr);
    const std::string shown =
        everything_shown(server, 21, game, server.name_after("Ann"), {"Cup", "Cup7"});
    CHECK(shown.find("Ann") == std::string::npos);
    CHECK(shown.find("secret") == std::string::npos);
}

TEST_CASE("a player who was renamed is forgotten under all names") {
    Server server;
    const std::string game = server.start_game();
    server.send(bob, {{"type", "resign"}, {"game", game}});
    CHECK(server.host({{"command", "rename"}, {"name", "Ann"}, {"to", "Zoe"}}) == "done");
    CHECK(server.host({{"command", "forget"}, {"name", "Zoe"}}) == "done");
    const std::string now = server.name_after("Zoe");
    CHECK(server.name_after("Ann") == now);
    const Json players =
        server.arena.request("GET", "/arena/games/" + game).body["state"]["players"];
    CHECK(players == Json{now, "Bob"});
    for (const char* name : {"Ann", "Zoe"})
        CHECK(server.arena.request("GET", std::string("/arena/players/") + name).status == 404);
    CHECK(server.arena.request("GET", "/arena/players/" + now).body["games"].size() == 1);
    // Nobody is left who could have another name.
    const Json rename{{"command", "rename"}, {"name", now}, {"to", "Nobody"}};
    CHECK(server.arena.host(rename)["code"] == "noSuchPlayer");
}

TEST_CASE("nobody is forgotten while they play in a contest or organise one") {
    Server server;
    const auto forget = [&](const char* name) {
        return server.arena.host({{"command", "forget"}, {"name", name}});
    };
    server.send(ann, {{"type", "createContest"},
                      {"name", "Cup"},
                      {"kind", "swiss"},
                      {"game", "chess"},
                      {"base", 60'000},
                      {"increment", 0}});
    server.send(bob, {{"type", "joinContest"}, {"contest", "Cup"}});
    CHECK(forget("Ann")["code"] == "playerInContest");
    CHECK(forget("Bob")["code"] == "playerInContest");
    CHECK(server.host({{"command", "closeContest"}, {"contest", "Cup"}}) == "done");
    CHECK(forget("Ann")["ok"] == "done");
    CHECK(forget("Nobody")["code"] == "noSuchPlayer");
}

TEST_CASE("players export their own games by their token") {
    Server server;
    const auto own_games = [&](const std::string& token) {
        return server.arena.request("GET", "/arena/export", "", "", token);
    };
    CHECK(own_games("").status == 401);
    CHECK(own_games("none").body["code"] == "unknownToken");
    CHECK(own_games(server.tokens[ann]).pgn == "");
    std::vector<std::string> games;
    for (std::size_t i = 0; i < Hall::most_finished_games + 2; ++i) {
        games.push_back(server.start_game());
        server.send(i % 2 == 0 ? bob : ann, {{"type", "resign"}, {"game", games.back()}});
    }
    REQUIRE(server.arena.arena->hall().find(games.front()) == nullptr);
    const std::string pgn = own_games(server.tokens[ann]).pgn.value_or("");
    std::size_t place = 0;
    for (const std::string& game : games) {
        place = pgn.find("[GameId \"" + game + "\"]", place);
        REQUIRE(place != std::string::npos);
    }
    CHECK(own_games(server.tokens[eve]).pgn == "");
    server.arena.restart_from(server.arena.saved(server.arena.log.size()), server.arena.log.size());
    CHECK(own_games(server.tokens[ann]).pgn == pgn);
    CHECK(server.arena.request("GET", "/arena/players/Ann").body["games"].size() ==
          FinishedGames::most_of_player);
}

TEST_CASE("a report reaches the operator with the chat, also after a restart, until it is closed") {
    Server server;
    const std::string game = server.start_game();
    CHECK(server.ask(bob, {{"type", "chat"}, {"game", game}, {"text", "you\x1b[2J"}})["code"] ==
          "badField");
    server.send(bob, {{"type", "chat"}, {"game", game}, {"text", "you [2J"}});
    const auto report = [&](ConnectionId from, const char* player, const std::string& text) {
        return server.ask(from,
                          {{"type", "report"}, {"game", game}, {"player", player}, {"text", text}});
    };
    CHECK(report(ann, "Bob", "rude")["type"] == "ok");
    CHECK(report(ann, "Bob", "very rude")["code"] == "alreadyReported");
    CHECK(report(eve, "Bob", "rude")["type"] == "ok");
    CHECK(report(ann, "Eve", "not in it")["code"] == "noSuchPlayer");
    CHECK(report(ann, "Ann", "myself")["code"] == "badField");
    CHECK(report(ann, "Bob", "")["code"] == "badReportLength");
    CHECK(report(ann, "Bob", std::string(Moderation::longest_text + 1, 'x'))["code"] ==
          "badReportLength");
    CHECK(server.ask(ann, {{"type", "report"},
                           {"game", "0000000000000000"},
                           {"player", "Bob"},
                           {"text", "rude"}})["code"] == "noSuchGame");
    // What is said later is no evidence of this report.
    server.send(bob, {{"type", "chat"}, {"game", game}, {"text", "sorry"}});

    server.arena.restart();
    CHECK(server.arena.misfits.empty());
    const Json reports = server.host({{"command", "reports"}});
    REQUIRE(reports.size() == 2);
    CHECK(reports[0] ==
          Json{{"report", 1},
               {"time", "2017-07-01T12:00:00.000Z"},
               {"from", "Ann"},
               {"player", "Bob"},
               {"game", game},
               {"text", "rude"},
               {"chat",
                {{{"player", "Bob"}, {"text", "you [2J"}, {"time", "2017-07-01T12:00:00.000Z"}}}}});
    CHECK(server.host({{"command", "closeReport"}, {"report", 1}, {"note", "muted"}}) == "done");
    CHECK(server.arena.host({{"command", "closeReport"}, {"report", 1}})["code"] == "noSuchReport");
    CHECK(server.arena.host({{"command", "closeReport"},
                             {"report", 2},
                             {"note", std::string(501, 'x')}})["code"] == "badReportLength");
    server.arena.restart();
    CHECK(server.arena.misfits.empty());
    CHECK(server.host({{"command", "reports"}}).size() == 1);
    // The same player may report the same again once it was dealt with.
    CHECK(server.greet(11, ann)["type"] == "welcome");
    CHECK(server.ask(
              11,
              {{"type", "report"}, {"game", game}, {"player", "Bob"}, {"text", "again"}})["type"] ==
          "ok");
    CHECK(server.host({{"command", "reports"}})[1]["report"] == 3);
}

TEST_CASE("a player can have so many reports open, and the server so many of all") {
    Moderation moderation;
    Effects effects;
    const auto report = [&](int from, int game) {
        return moderation.report({.time = epoch,
                                  .from = std::to_string(from),
                                  .player = "Bob",
                                  .game = std::to_string(game),
                                  .text = "rude"},
                                 effects);
    };
    for (std::size_t i = 0; i < Moderation::most_open; ++i)
        CHECK(report(static_cast<int>(i / Moderation::most_open_of_player), static_cast<int>(i)));
    CHECK(report(1000, 0).error().code == ErrorCode::too_many_reports);
    CHECK(moderation.close(1, "", epoch, effects));
    CHECK(report(1, 1000).error().code == ErrorCode::too_many_reports);
    CHECK(report(0, 1000));
}

TEST_CASE("what the operator has changed is in the log, and what was only looked at is not") {
    Server server;
    CHECK(server.host({{"command", "actions"}}).empty());
    CHECK(server.host({{"command", "mute"}, {"name", "Bob"}}) == "done");
    CHECK(server.host({{"command", "mute"}, {"name", "Bob"}}) == "that player is muted already");
    (void)server.host({{"command", "players"}});
    const Json renewed = server.host({{"command", "renewToken"}, {"name", "Eve"}});
    CHECK(server.host({{"command", "drain"}}) == "done");
    server.arena.restart();
    CHECK(server.arena.misfits.empty());
    const Json actions = server.host({{"command", "actions"}});
    REQUIRE(actions.size() == 3);
    CHECK(actions[0] == Json{{"time", "2017-07-01T12:00:00.000Z"},
                             {"command", {{"command", "mute"}, {"name", "Bob"}}}});
    CHECK(actions[1]["command"]["command"] == "renewToken");
    CHECK(actions.dump().find(renewed["token"]) == std::string::npos);
    CHECK(server.host({{"command", "actions"}, {"count", 1}})[0]["command"]["command"] == "drain");
    CHECK(server.host({{"command", "actions"}, {"count", -1}}).empty());
}

TEST_CASE("a damaged entry of the moderation is refused and changes nothing") {
    Server server;
    const std::string game = server.start_game();
    for (const Json& fact :
         {Json(5), Json{{"type", "report"}, {"time", 1}},
          Json{{"type", "reportClosed"}, {"time", 1}, {"report", 7}},
          Json{{"type", "action"}, {"time", 1}}, Json{{"type", "sing"}, {"time", 1}}}) {
        const auto replayed = server.arena.arena->replay({Moderation::stream, 1, fact});
        REQUIRE_FALSE(replayed);
        CHECK(replayed.error().code == ReplayError::Code::damaged_entry);
    }
    CHECK(server.arena.arena->replay({Moderation::stream, 2, Json::object()}).error().code ==
          ReplayError::Code::entry_out_of_order);
}

TEST_CASE("the operator sees who has a token, renews and revokes it") {
    Server server;
    const std::string game = server.start_game();
    CHECK(server.host({{"command", "tokens"}}).size() == 3);
    CHECK(server.host({{"command", "tokens"}}).dump().find(server.tokens[ann]) ==
          std::string::npos);
    const std::string old_token = server.tokens[ann];
    const Json renewed = server.host({{"command", "renewToken"}, {"name", "Ann"}});
    server.tokens[ann] = renewed["token"];
    CHECK(server.arena.mail[ann].closed == close_policy);
    CHECK(server.tokens[ann] != old_token);
    // What is in the log is not the token.
    CHECK(server.arena.log.back().fact.dump().find(server.tokens[ann]) == std::string::npos);
    CHECK_FALSE(server.end_of(game));
    CHECK(server.greet(11, ann)["games"] == Json{game});
    server.arena.restart();
    CHECK(server.arena.misfits.empty());
    CHECK(server.greet(12, ann)["type"] == "welcome");
    server.tokens[eve] = old_token;
    CHECK(server.greet(13, eve)["code"] == "unknownToken");

    CHECK(server.host({{"command", "revokeToken"}, {"name", "Ann"}}) == "done");
    CHECK(server.arena.mail[12].closed == close_policy);
    CHECK(server.greet(14, ann)["code"] == "unknownToken");
    CHECK(server.host({{"command", "tokens"}})[0]["revoked"] == true);
    CHECK(server.arena.host({{"command", "revokeToken"}, {"name", "Ann"}})["code"] == "noToken");
    // Nobody logs in without a token because somebody has none.
    server.tokens[ann] = "";
    CHECK(server.greet(15, ann)["code"] == "unknownToken");
    CHECK(server.host({{"command", "renewToken"}, {"name", "Ann"}}).contains("token"));

    server.register_bot("Stork");
    CHECK(server.arena.host({{"command", "renewToken"}, {"name", "Stork"}})["code"] == "noToken");
    CHECK(server.arena.host({{"command", "renewToken"}, {"name", "Zoe"}})["code"] ==
          "noSuchPlayer");
}

TEST_CASE("a bot of the battlebot protocol can be banned, too") {
    Server server;
    server.register_bot("Stork");
    CHECK(server.log_in(21, "Stork")["authentication"] == "OK");
    CHECK(server.host({{"command", "rename"}, {"name", "Stork"}, {"to", "Crane"}})
              .get<std::string>()
              .starts_with("that player is playing"));
    CHECK(server.host({{"command", "ban"}, {"name", "Stork"}}) == "done");
    CHECK(server.arena.mail[21].closed == close_policy);
    CHECK(server.log_in(22, "Stork")["authentication"] == "failed");
}

TEST_CASE("a player gets another name, and keeps token and rating") {
    Server server;
    const auto rename = [&](const char* name, const char* to) {
        return server.host({{"command", "rename"}, {"name", name}, {"to", to}});
    };
    std::string game = server.start_game();
    CHECK(rename("Ann", "Anna").get<std::string>().starts_with("that player is playing"));
    server.send(bob, {{"type", "resign"}, {"game", game}});
    const double rating = server.arena.arena->ratings().at("chess", "Ann", server.arena.now).rating;
    CHECK(rating > 1500);
    CHECK(rename("Ann", "Bob") == "that name is taken");
    CHECK(rename("Ann", "Anna") == "done");
    CHECK(server.arena.mail[ann].closed == close_policy);
    const auto check = [&](ConnectionId id) {
        // By whatever name one asks, and in the games of the other.
        for (const char* path :
             {"/arena/players/Anna", "/arena/players/Ann", "/arena/players/Bob"}) {
            const Json player = server.arena.request("GET", path).body;
            REQUIRE(player["games"].size() == 1);
            CHECK(player["name"] == (std::string_view(path).ends_with("Bob") ? "Bob" : "Anna"));
            CHECK(player["games"][0]["players"] == Json{"Anna", "Bob"});
        }
        CHECK(server.arena.request("GET", "/arena/games").body["finished"][0]["players"] ==
              Json{"Anna", "Bob"});
        CHECK(server.greet(id, ann)["name"] == "Anna");
        CHECK(server.arena.arena->ratings().at("chess", "Anna", server.arena.now).rating == rating);
        server.arena.open(id + 1, Protocol::kibitz);
        server.send(id + 1, {{"type", "register"}, {"name", "Ann"}});
        CHECK(server.last(id + 1)["error"] == "that name is taken");
    };
    check(31);
    server.arena.restart();
    CHECK(server.arena.misfits.empty());
    check(33);
}

TEST_CASE("contests of the host are made, begun and closed") {
    Server server;
    const Json create{{"command", "createContest"},
                      {"name", "Spring"},
                      {"kind", "roundRobin"},
                      {"game", "chess"},
                      {"base", 60000},
                      {"increment", 0}};
    CHECK(server.host(create) == "done");
    CHECK(server.host(create) == "there is a contest of that name");
    for (const ConnectionId id : {ann, bob, eve})
        server.send(id, {{"type", "joinContest"}, {"contest", "Spring"}});
    server.send(ann, {{"type", "startContest"}, {"contest", "Spring"}});
    CHECK(server.last(ann)["code"] == "notOrganiser");
    CHECK(server.host({{"command", "startContest"}, {"contest", "Spring"}}) == "done");
    const Json games = server.host({{"command", "games"}});
    REQUIRE(games.size() == 1);
    CHECK(server.host({{"command", "closeContest"}, {"contest", "Spring"}}) == "done");
    CHECK(server.host({{"command", "contests"}})[0]["stage"] == "over");
    // The game under way goes on, and counts, and is the last.
    const std::string id = games[0]["id"];
    server.send(games[0]["players"][0] == "Ann"   ? ann
                : games[0]["players"][0] == "Bob" ? bob
                                                  : eve,
                {{"type", "resign"}, {"game", id}});
    CHECK(server.host({{"command", "games"}}).empty());
    const Contest* contest = server.arena.arena->contests().find("Spring");
    CHECK(contest->to_json()["games"].size() == 1);
    server.arena.restart();
    CHECK(server.arena.misfits.empty());
    CHECK(server.host({{"command", "contests"}})[0]["stage"] == "over");
}

TEST_CASE("while the arena drains no games begin, and those under way are finished") {
    Server server;
    const std::string game = server.start_game();
    CHECK(server.host({{"command", "drain"}}) == "done");
    CHECK(server.last(eve)["warning"] == Hall::closed_text);
    server.send(eve, {{"type", "seek"}, {"game", "chess"}, {"base", 60000}, {"increment", 0}});
    CHECK(server.last(eve)["error"] == Hall::closed_text);
    server.send(ann, {{"type", "move"}, {"game", game}, {"move", {{"uci", "e2e4"}}}});
    CHECK(server.last(ann)["type"] == "ok");

    for (const auto& [id, name] : {std::pair(41, "Stork"), {42, "Crane"}}) {
        server.register_bot(name);
        CHECK(server.log_in(static_cast<ConnectionId>(id), name)["authentication"] == "OK");
    }
    CHECK(server.arena.arena->games_to_finish() == 0);
    CHECK(server.host({{"command", "drain"}, {"on", false}}) == "done");
    CHECK(server.arena.arena->games_to_finish() == 1);
    CHECK(server.last(41).contains("state"));
}

TEST_CASE("so many names are registered from one place in an hour, by both protocols together") {
    VirtualArena arena;
    int number = 0;
    const auto on_socket = [&] {
        const ConnectionId id = static_cast<ConnectionId>(++number);
        arena.open(id, Protocol::kibitz, "192.0.2.1");
        arena.receive(id,
                      Json{{"type", "register"}, {"name", "n" + std::to_string(number)}}.dump());
        return Json::parse(arena.mail[id].messages.back())["type"] == "registered";
    };
    const auto by_http = [&](const char* origin) {
        const Json body{{"bot_id", "b" + std::to_string(++number)}};
        return arena.request("POST", "/bots/noughtsandcrosses", body.dump(), origin).status;
    };
    for (int i = 0; i < RegistrationLimit::most_an_hour / 2; ++i) {
        CHECK(on_socket());
        CHECK(by_http("192.0.2.1") == 201);
        CHECK(arena.request("POST", "/bots/noughtsandcrosses", "{}", "192.0.2.1").status == 400);
    }
    CHECK(!on_socket());
    CHECK(by_http("192.0.2.1") == 429);
    CHECK(by_http("192.0.2.2") == 201);
    arena.now += 1h;
    CHECK(on_socket());
}

TEST_CASE("a player who does not read is warned, a spectator is spared") {
    Server server;
    const std::string game = server.start_game();
    server.send(eve, {{"type", "watch"}, {"game", game}});
    server.arena.slow(ann, true);
    CHECK(server.last(ann)["type"] == "warning");
    server.arena.slow(eve, true);
    CHECK(server.last(eve)["type"] == "ok");
    server.send(ann, {{"type", "move"}, {"game", game}, {"move", {{"uci", "e2e4"}}}});
    CHECK(server.last(eve)["type"] == "ok");
    CHECK(server.last(ann)["type"] == "ok");
    server.arena.slow(eve, false);
    CHECK(server.last(eve)["state"]["plies"] == 1);
}

TEST_CASE("a lobby watcher who does not read gets its newest state on reading again") {
    Server server;
    server.send(eve, {{"type", "watchLobby"}});
    server.arena.slow(eve, true);
    const std::size_t before = server.arena.mail[eve].messages.size();
    for (int i = 0; i < 100; ++i) {
        const Json seek{{"type", "seek"}, {"game", "chess"}, {"base", 60000}, {"increment", 0}};
        const Json offer = server.ask(ann, seek)["offer"];
        if (i < 99) server.send(ann, {{"type", "cancel"}, {"offer", offer}});
    }
    const std::string game = server.start_game();
    CHECK(server.arena.mail[eve].messages.size() == before);
    server.arena.slow(eve, false);
    REQUIRE(server.arena.mail[eve].messages.size() == before + 1);
    const Json lobby = server.last(eve);
    CHECK(lobby["type"] == "lobby");
    CHECK(lobby["offers"].size() == 1);
    CHECK(lobby["games"][0]["id"] == game);
    CHECK(lobby["players"].size() == 3);
    // From then on what happens, again; and nothing is sent twice.
    server.send(bob, {{"type", "resign"}, {"game", game}});
    CHECK(server.last(eve)["type"] == "gameGone");
    server.arena.slow(eve, true);
    server.arena.slow(eve, false);
    CHECK(server.last(eve)["type"] == "gameGone");
}

TEST_CASE("players and spectators receive the number of spectators, at most every second") {
    Server server;
    const std::string game = server.start_game();
    const auto told = [&](ConnectionId id) {
        std::vector<int> counts;
        for (const std::string& text : server.arena.mail[id].messages)
            if (const Json message = Json::parse(text); message["type"] == "spectators") {
                CHECK(message["game"] == game);
                counts.push_back(message["count"]);
            }
        return counts;
    };
    const auto wait = [&] {
        server.arena.wait_until(server.arena.now + protocol::Front::spectators_interval);
    };
    // A player who watches their own game is no spectator, and without spectators nothing is sent.
    server.send(ann, {{"type", "watch"}, {"game", game}});
    wait();
    CHECK(told(ann).empty());
    constexpr ConnectionId first = 100;
    constexpr int many = 50;
    for (ConnectionId id = first; id < first + many; ++id) {
        server.arena.open(id, Protocol::kibitz);
        server.send(id, {{"type", "watch"}, {"game", game}});
    }
    CHECK(told(ann).empty());
    wait();
    for (const ConnectionId id : {ann, bob, first}) CHECK(told(id) == std::vector{many});
    server.send(first, {{"type", "unwatch"}, {"game", game}});
    for (ConnectionId id = first + 1; id < first + many; ++id) server.arena.lose(id);
    wait();
    CHECK(told(bob) == std::vector{many, 0});
    CHECK(told(first) == std::vector{many});
    // A client that reads again receives what it missed.
    server.send(eve, {{"type", "watch"}, {"game", game}});
    server.arena.slow(eve, true);
    wait();
    CHECK(told(bob) == std::vector{many, 0, 1});
    CHECK(told(eve).empty());
    server.arena.slow(eve, false);
    wait();
    CHECK(told(eve) == std::vector{1});
    // A preview receives the number of spectators, and is not counted among them.
    constexpr ConnectionId passer_by = 200;
    server.arena.open(passer_by, Protocol::kibitz);
    const auto look = [&](bool is_preview) {
        server.send(passer_by, {{"type", "watch"}, {"game", game}, {"preview", is_preview}});
        wait();
        return told(passer_by).back();
    };
    CHECK(look(true) == 1);
    CHECK(look(false) == 2);
    CHECK(look(true) == 1);
    server.send(passer_by, {{"type", "watch"}, {"game", game}, {"preview", 1}});
    CHECK(server.last(passer_by)["error"] == "the field \"preview\" is not true or false");
    server.arena.lose(passer_by);
    wait();
    CHECK(told(bob) == std::vector{many, 0, 1, 1, 1, 2, 1, 1});
    server.send(bob, {{"type", "resign"}, {"game", game}});
    server.arena.lose(eve);
    wait();
    CHECK(told(bob) == std::vector{many, 0, 1, 1, 1, 2, 1, 1});
}

TEST_CASE("the lobby shows the ratings of connected players, and how a game changes them") {
    Server server;
    const Json seen = server.ask(eve, {{"type", "watchLobby"}});
    for (const Json& player : seen["players"]) CHECK(player["ratings"] == Json::object());
    server.send(bob, {{"type", "resign"}, {"game", server.start_game()}});
    std::map<std::string, Json> ratings;
    for (const std::string& text : server.arena.mail[eve].messages)
        if (const Json message = Json::parse(text); message["type"] == "player")
            ratings[message["player"]["name"]] = message["player"]["ratings"];
    CHECK(ratings["Ann"] == Json{{"chess", 1662}});
    CHECK(ratings["Bob"] == Json{{"chess", 1338}});
    CHECK(server.ask(ann, {{"type", "watchLobby"}})["players"][0]["ratings"]["chess"] == 1662);
}
