// Connections that outlive their server: the next one goes on where the log says.
#include "arena/three_players.hpp"
#include "support/test.hpp"

using namespace kibitz::arena;
using namespace kibitz::arena::test;
using namespace std::chrono_literals;
using protocol::Resumption;

namespace {

// Servers one after the other, each with the log of the one before, and clients whose connections
// stay.
class Fronted {
   public:
    Fronted() : arena(make()) {
        for (const auto& [id, name] : {std::pair(ann, "Ann"), {bob, "Bob"}, {eve, "Eve"}}) {
            arena->reopen(id, {}, now, effects_);
            send(id, {{"type", "register"}, {"name", name}});
        }
    }
    void send(ConnectionId id, const Json& message, Milliseconds delay = 0ms) {
        arena->receive(id, message.dump(), now, effects_, delay);
        settle();
    }
    std::string start_game() {
        send(ann,
             {{"type", "link"}, {"game", "chess"}, {"base", 60000}, {"increment", 0}, {"side", 0}});
        const Json offer = mail[ann].back()["offer"];
        send(bob, {{"type", "accept"}, {"offer", offer}});
        return mail[bob].back()["game"];
    }
    void move(ConnectionId who, const std::string& game, const char* uci) {
        send(who, {{"type", "move"}, {"game", game}, {"move", {{"uci", uci}}}});
    }
    // As after kill -9. Only these clients were connected over fronts.
    void change_server(std::initializer_list<ConnectionId> clients,
                       const std::map<ConnectionId, std::vector<std::string>>& unanswered = {}) {
        arena = make();
        for (const LogEntry& entry : log) REQUIRE(arena->replay(entry));
        arena->resume(now, effects_);
        settle();
        mail.clear();
        for (const ConnectionId id : clients) {
            const auto waiting = unanswered.find(id);
            arena->reopen(id,
                          {notes[id], waiting == unanswered.end() ? std::vector<std::string>()
                                                                  : waiting->second},
                          now, effects_);
            settle();
        }
    }
    // Of a type.
    std::vector<Json> heard(ConnectionId id, const std::string& type) {
        std::vector<Json> found;
        for (const Json& message : mail[id])
            if (message["type"] == type) found.push_back(message);
        return found;
    }

    Time now = epoch;
    std::unique_ptr<Arena> arena;
    std::map<ConnectionId, std::string> notes;
    std::map<ConnectionId, std::vector<Json>> mail;
    std::map<ConnectionId, int> closed;
    std::vector<LogEntry> log;

   private:
    std::unique_ptr<Arena> make() {
        return std::make_unique<Arena>(secrets_,
                                       [](const StreamPart&) { return std::vector<LogEntry>(); });
    }
    void settle() {
        for (const Effect& effect : std::exchange(effects_, {})) {
            if (const auto* sent = std::get_if<Send>(&effect))
                mail[sent->connection].push_back(Json::parse(*sent->text));
            else if (const auto* close = std::get_if<Close>(&effect))
                closed[close->connection] = close->code;
            else
                log.push_back(std::get<LogEntry>(effect));
        }
        for (auto& [connection, note] : arena->changed_sessions()) notes[connection] = note;
    }

    FakeSecrets secrets_;
    Effects effects_;
};

}  // namespace

TEST_CASE("players and spectators go on without a word, and clocks stand until both are back") {
    Fronted server;
    const std::string game = server.start_game();
    server.send(eve, {{"type", "watch"}, {"game", game}});
    server.move(ann, game, "e2e4");
    server.now += 10s;
    server.change_server({ann, eve});
    CHECK(server.heard(ann, "state").size() == 1);
    CHECK(server.heard(eve, "state").front()["state"]["paused"] == true);
    server.now += 10s;
    server.change_server({ann, eve, bob});
    CHECK(server.heard(bob, "state").front()["state"]["paused"] == false);
    CHECK(server.mail[bob].front()["type"] == "state");  // before any event
    CHECK(server.heard(eve, "event").back()["event"]["type"] == "resumed");
    server.now += 5s;
    server.move(bob, game, "e7e5");
    CHECK(server.heard(bob, "ok").size() == 1);
    CHECK(server.heard(eve, "event").back()["event"]["type"] == "move");
    // Of the twenty seconds in between nothing was taken.
    CHECK(server.heard(eve, "event").back()["event"]["used"] == 5000);
}

TEST_CASE("what may have been handled is refused, with its id, and the state tells") {
    Fronted server;
    const std::string game = server.start_game();
    server.move(ann, game, "e2e4");
    const Json move{{"type", "move"}, {"id", 7}, {"game", game}, {"move", {{"uci", "e2e4"}}}};
    server.change_server({ann}, {{ann, {move.dump(), "rubbish"}}});
    REQUIRE(server.heard(ann, "error").size() == 2);
    CHECK(server.heard(ann, "error")[0]["code"] == "interrupted");
    CHECK(server.heard(ann, "error")[0]["id"] == 7);
    CHECK_FALSE(server.heard(ann, "error")[1].contains("id"));
    CHECK(server.heard(ann, "state").front()["state"]["view"]["last"]["uci"] == "e2e4");
}

TEST_CASE("a game whose end nobody was told of is shown, and a challenge too") {
    Fronted server;
    const std::string game = server.start_game();
    const std::string note = server.notes[ann];
    CHECK(note.find(game) != std::string::npos);
    server.send(bob, {{"type", "resign"}, {"game", game}});
    CHECK(server.notes[ann].find(game) == std::string::npos);
    server.send(bob, {{"type", "challenge"},
                      {"to", "Ann"},
                      {"game", "chess"},
                      {"base", 60000},
                      {"increment", 0}});
    server.notes[ann] = note;  // the news never reached the front
    server.change_server({ann});
    REQUIRE(server.heard(ann, "state").size() == 1);
    CHECK(server.heard(ann, "state").front()["state"]["end"]["winner"] == 0);
    REQUIRE(server.heard(ann, "offer").size() == 1);
    CHECK(server.heard(ann, "offer").front()["offer"]["from"] == "Bob");
}

TEST_CASE("a session is who holds the token now: renamed players go on, banned ones do not") {
    Fronted server;
    Effects effects;
    CHECK(server.arena->rename("Eve", "Eva", server.now, effects));
    for (const Effect& effect : effects)
        if (const auto* entry = std::get_if<LogEntry>(&effect)) server.log.push_back(*entry);
    effects.clear();
    CHECK(server.arena->ban("Bob", true, server.now, effects));
    for (const Effect& effect : effects)
        if (const auto* entry = std::get_if<LogEntry>(&effect)) server.log.push_back(*entry);
    server.change_server({ann, bob, eve});
    CHECK(server.closed[bob] == close_policy);
    CHECK_FALSE(server.closed.contains(ann));
    const auto here = server.arena->players_here();
    CHECK(here.contains("Ann"));
    CHECK(here.contains("Eva"));
    CHECK_FALSE(here.contains("Bob"));
}

TEST_CASE("watching the lobby goes on with a fresh lobby") {
    Fronted server;
    server.send(eve, {{"type", "watchLobby"}});
    server.change_server({eve});
    CHECK(server.heard(eve, "lobby").size() == 1);
    server.send(eve, {{"type", "unwatchLobby"}});
    server.change_server({eve});
    CHECK(server.heard(eve, "lobby").empty());
}

TEST_CASE("a note that nobody wrote is no note") {
    Fronted server;
    for (const char* note : {"", "{", "5", R"({"token":5,"watched":7,"lobby":"yes","playing":{}})",
                             R"({"token":"x"})"}) {
        server.notes[eve] = note;
        server.change_server({eve});
        CHECK(server.arena->players_here().empty());
    }
}

TEST_CASE("a message that was late on the way is given the time back, up to the limit") {
    Fronted server;
    const std::string game = server.start_game();
    const auto used = [&] { return server.heard(eve, "event").back()["event"]["used"]; };
    server.send(eve, {{"type", "watch"}, {"game", game}});
    const Json move{{"type", "move"}, {"game", game}, {"move", {{"uci", "e2e4"}}}};
    server.now += 1s;
    server.send(ann, move, 30ms);
    CHECK(used() == 970);
    server.now += 1s;
    server.send(bob, {{"type", "move"}, {"game", game}, {"move", {{"uci", "e7e5"}}}}, 5s);
    CHECK(used() == 900);
}
