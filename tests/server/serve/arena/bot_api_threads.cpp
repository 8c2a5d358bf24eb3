// The Bot API of lichess over real connections: a client as small as a bot can be plays whole
// games.
#include "serve/arena/bot_api.hpp"

#include "serve/arena_client.hpp"
#include "serve/running_arena.hpp"
#include "support/net_client.hpp"

using namespace kibitz;
using test::ArenaSocket;
using test::Json;
using test::NetClient;
using test::RunningArena;
using test::TemporaryFolder;

namespace {

std::string registered(std::uint16_t port, const std::string& name, bool is_bot = true) {
    ArenaSocket socket(port, "/arena");
    socket.send({{"type", "register"}, {"name", name}, {"bot", is_bot}});
    return socket.receive("registered")["token"];
}

class Bot {
   public:
    Bot(std::uint16_t port, std::string token) : port_(port), token_(std::move(token)) {}

    // {"status", "body"}
    Json ask(const std::string& method, const std::string& path, const std::string& body = "") {
        NetClient client(port_);
        client.write(method + " " + path + " HTTP/1.1\r\nHost: here\r\n" + authorization() +
                     "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
        const auto answer = client.read_answer();
        return {{"status", answer.status},
                {"head", answer.head},
                {"body", Json::parse(answer.body, nullptr, false)}};
    }
    int post(const std::string& path, const std::string& body = "") {
        return ask("POST", path, body)["status"];
    }
    [[nodiscard]] std::string authorization() const {
        return token_.empty() ? "" : "Authorization: Bearer " + token_ + "\r\n";
    }

   private:
    std::uint16_t port_;
    std::string token_;
};

// The lines of a stream; null at its end.
class Lines {
   public:
    Lines(std::uint16_t port, const Bot& bot, const std::string& path) : client_(port) {
        status = client_.ask("GET", path, bot.authorization()).status;
    }
    Json next() {
        for (;;) {
            const std::size_t end = received_.find('\n');
            if (end == std::string::npos) {
                const std::string chunk = client_.read_chunk();
                if (chunk.empty()) return nullptr;
                received_ += chunk;
                continue;
            }
            const std::string line = received_.substr(0, end);
            received_.erase(0, end + 1);
            if (!line.empty()) return Json::parse(line);
        }
    }
    Json next(const std::string& type) {
        for (;;)
            if (Json line = next(); line.is_null() || line["type"] == type) return line;
    }

    int status = 0;

   private:
    NetClient client_;
    std::string received_;
};

// "e2e4 e7e5" in parts.
std::size_t plies(const std::string& moves) {
    return moves.empty() ? 0 : static_cast<std::size_t>(std::ranges::count(moves, ' ')) + 1;
}

}  // namespace

TEST_CASE("two bots play whole games over the Bot API") {
    const TemporaryFolder folder;
    RunningArena running(folder.path());
    const std::uint16_t port = running.port();
    Bot stork(port, registered(port, "Stork")), crane(port, registered(port, "Crane"));
    CHECK(stork.ask("GET", "/api/account")["body"]["username"] == "Stork");
    CHECK(stork.ask("GET", "/api/account")["body"]["title"] == "BOT");
    Lines stork_events(port, stork, "/api/stream/event"),
        crane_events(port, crane, "/api/stream/event");
    REQUIRE(stork_events.status == 200);

    const std::string clock = "clock.limit=60&clock.increment=1&rated=false&color=white";
    const Json challenge = stork.ask("POST", "/api/challenge/crane", clock)["body"];
    const std::string id = challenge["id"];
    CHECK(challenge["destUser"]["title"] == "BOT");
    CHECK(stork_events.next("challenge")["challenge"]["id"] == id);
    const Json received = crane_events.next("challenge")["challenge"];
    CHECK(received["id"] == id);
    CHECK(received["challenger"]["name"] == "Stork");
    CHECK(received["direction"] == "in");
    CHECK(crane.post("/api/challenge/" + id + "/accept") == 200);
    CHECK(stork_events.next("gameStart")["game"]["id"] == id);
    CHECK(crane_events.next("gameStart")["game"]["color"] == "black");
    CHECK(crane.ask("GET", "/api/account/playing")["body"]["nowPlaying"][0]["gameId"] == id);

    const std::string game = "/api/bot/game/" + id;
    Lines white(port, stork, "/api/bot/game/stream/" + id),
        black(port, crane, "/api/bot/game/stream/" + id);
    const Json full = white.next("gameFull");
    CHECK(full["white"]["id"] == "stork");
    CHECK(full["state"]["moves"] == "");
    CHECK(black.next("gameFull")["black"]["id"] == "crane");

    CHECK(crane.post(game + "/move/e7e5") == 400);  // not its turn
    CHECK(stork.post(game + "/move/e2e5") == 400);
    const char* const moves[] = {"f2f3", "e7e5", "g2g4", "d8h4"};
    for (std::size_t ply = 0; ply < std::size(moves); ++ply) {
        CHECK((ply % 2 == 0 ? stork : crane).post(game + "/move/" + moves[ply]) == 200);
        CHECK(plies(white.next("gameState")["moves"]) == ply + 1);
    }
    const Json end = white.next("gameState");
    CHECK(end["status"] == "mate");
    CHECK(end["winner"] == "black");
    CHECK(white.next().is_null());
    CHECK(stork_events.next("gameFinish")["game"]["status"]["name"] == "mate");
    // It can be looked at afterwards.
    Lines again(port, stork, "/api/bot/game/stream/" + id);
    CHECK(again.next("gameFull")["state"]["status"] == "mate");
    CHECK(again.next().is_null());
    NetClient pgn(port);
    const std::string record = pgn.ask("GET", "/game/export/" + id).body;
    CHECK(record.contains("[Result \"0-1\"]"));
    CHECK(record.contains("Qh4#"));
}

TEST_CASE("a person on the page and a bot challenge each other, chat, and agree on a draw") {
    const TemporaryFolder folder;
    RunningArena running(folder.path());
    const std::uint16_t port = running.port();
    Bot stork(port, registered(port, "Stork"));
    Lines events(port, stork, "/api/stream/event");
    ArenaSocket ann(port, "/arena");
    ann.send({{"type", "register"}, {"name", "Ann"}});
    ann.receive("registered");
    ann.send({{"type", "challenge"},
              {"to", "Stork"},
              {"game", "chess"},
              {"base", 60000},
              {"increment", 0},
              {"side", 0}});
    const std::string first = events.next("challenge")["challenge"]["id"];
    CHECK(stork.post("/api/challenge/" + first + "/decline", "reason=later") == 200);
    CHECK(ann.receive("declined")["offer"] == first);
    CHECK(stork.post("/api/challenge/" + first + "/accept") == 404);

    const std::string clock = R"({"clock.limit":60,"clock.increment":0,"color":"black"})";
    const std::string id = stork.ask("POST", "/api/challenge/Ann", clock)["body"]["id"];
    CHECK(ann.receive("offer")["offer"]["from"] == "Stork");
    ann.send({{"type", "accept"}, {"offer", id}});
    CHECK(events.next("gameStart")["game"]["id"] == id);
    Lines game(port, stork, "/api/bot/game/stream/" + id);
    CHECK(game.next("gameFull")["white"]["title"].is_null());
    ann.send({{"type", "chat"}, {"game", id}, {"text", "Hello"}});
    CHECK(game.next("chatLine")["text"] == "Hello");
    CHECK(stork.post("/api/bot/game/" + id + "/chat", "room=player&text=Good+luck%21") == 200);
    CHECK(game.next("chatLine")["text"] == "Good luck!");
    CHECK(stork.post("/api/bot/game/" + id + "/chat", "room=spectator&text=secret") == 200);
    ann.send({{"type", "move"}, {"game", id}, {"move", {{"uci", "e2e4"}}}});
    CHECK(game.next("gameState")["moves"] == "e2e4");
    CHECK(stork.post("/api/bot/game/" + id + "/move/e7e5?offeringDraw=true") == 200);
    CHECK_FALSE(game.next("gameState").contains("bdraw"));
    CHECK(game.next("gameState")["bdraw"] == true);
    ann.send({{"type", "draw"}, {"game", id}});
    CHECK(game.next("gameState")["status"] == "draw");
    CHECK(game.next().is_null());
}

TEST_CASE("who asks without a token, or for what is not there, is told so") {
    const TemporaryFolder folder;
    RunningArena running(folder.path());
    const std::uint16_t port = running.port();
    const std::string token = registered(port, "Stork");
    Bot stork(port, token), nobody(port, ""), stranger(port, "guessed");
    for (const char* path : {"/api/account", "/api/account/playing", "/api/stream/event",
                             "/api/bot/game/stream/0000"}) {
        CHECK(nobody.ask("GET", path)["status"] == 401);
        const Json refused = stranger.ask("GET", path);
        CHECK(refused["status"] == 401);
        CHECK(refused["body"]["error"].is_string());
    }
    CHECK(stranger.post("/api/bot/game/0000/resign") == 401);
    CHECK(stork.ask("GET", "/api/bot/game/stream/0000")["status"] == 404);
    CHECK(stork.post("/api/bot/game/0000/resign") == 404);
    CHECK(stork.post("/api/bot/game/0000/sing") == 404);
    CHECK(stork.post("/api/bot/game/0000/move") == 404);
    CHECK(stork.post("/api/challenge/Nobody", "clock.limit=60&clock.increment=0") == 404);
    CHECK(stork.post("/api/challenge/Stork", "days=2") == 400);
    CHECK(stork.ask("GET", "/api/user/stork")["body"]["username"] == "Stork");
    CHECK(nobody.ask("GET", "/api/user/Nobody")["status"] == 404);
    const Json tested = nobody.ask("POST", "/api/token/test", token + ",guessed")["body"];
    CHECK(tested[token]["userId"] == "stork");
    CHECK(tested["guessed"].is_null());
    CHECK(nobody.ask("POST", "/api/token/test", "\xff\xfe")["status"] == 400);
    CHECK(stork.post("/api/bot/account/upgrade") == 200);
    CHECK(Bot(port, registered(port, "Ann", false)).post("/api/bot/account/upgrade") == 400);
}

TEST_CASE("a second stream of events ends the first, and a bot is here while it has one") {
    const TemporaryFolder folder;
    RunningArena running(folder.path());
    const std::uint16_t port = running.port();
    Bot stork(port, registered(port, "Stork"));
    const auto is_here = [&] {
        return stork.ask("GET", "/api/users/status?ids=stork")["body"][0]["online"] == true;
    };
    {
        Lines first(port, stork, "/api/stream/event");
        CHECK(is_here());
        Lines second(port, stork, "/api/stream/event");
        CHECK(first.next().is_null());
        CHECK(is_here());
    }
    for (int i = 0; i < 500 && is_here(); ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    CHECK_FALSE(is_here());
}
