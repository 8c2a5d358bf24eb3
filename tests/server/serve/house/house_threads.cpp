// Kibitz's own players in the arena, over the protocol that everybody speaks.
#include <sys/stat.h>

#include <map>
#include <memory>
#include <string>
#include <thread>

#include "chess/fen.hpp"
#include "chess/movegen.hpp"
#include "chess/outcome.hpp"
#include "chess/uci_move.hpp"
#include "players/built_in_players.hpp"
#include "serve/arena_client.hpp"
#include "serve/house/house.hpp"
#include "serve/running_arena.hpp"

using namespace kibitz;
using namespace kibitz::test;

namespace {

serve::HouseSettings house_of(const std::vector<std::string>& names) {
    serve::HouseSettings settings;
    for (const std::string& name : names) settings.players.push_back(*players::find_player(name));
    settings.seek_patience = std::chrono::milliseconds(0);
    return settings;
}

// Plays chess, the first legal move each time.
class Ann {
   public:
    explicit Ann(std::uint16_t port) : socket_(port, "/arena") {}

    void register_name() {
        socket_.send({{"type", "register"}, {"name", "Ann"}});
        token = socket_.receive("registered").value("token", "");
    }
    // Who is there.
    void wait_for(const std::string& player) {
        socket_.send({{"type", "watchLobby"}});
        for (const Json& there : socket_.receive("lobby")["players"])
            if (there["name"] == player) return;
        for (Json news; news["player"]["name"] != player;) {
            news = socket_.receive("player");
            REQUIRE_FALSE(news.is_null());
        }
    }
    // The start of the game.
    Json challenge(const std::string& player) {
        socket_.send({{"type", "challenge"},
                      {"to", player},
                      {"game", "chess"},
                      {"base", 60'000},
                      {"increment", 100}});
        for (;;)
            if (const Json event = receive_event(); event["type"] == "start") return event;
    }
    void play_to_the_end(std::size_t games) {
        while (ends.size() < games) receive_event();
    }
    // Of a game that goes on.
    Json receive_event() {
        const Json message = socket_.receive("event");
        REQUIRE_FALSE(message.is_null());
        const std::string id = message["game"];
        const Json& event = message["event"];
        if (event["type"] == "start") {
            const int side = event["players"][0] == "Ann" ? 0 : 1;
            boards_.emplace(id, Board{event["players"][static_cast<std::size_t>(1 - side)], side});
        }
        if (const auto board = boards_.find(id); board != boards_.end())
            answer(id, board->second, event);
        return event;
    }
    ArenaSocket& socket() { return socket_; }

    std::string token;
    std::map<std::string, Json> ends;  // how each game ended, by opponent

   private:
    struct Board {
        std::string opponent;
        int side;
        Line line{};
    };

    void answer(const std::string& id, Board& board, const Json& event) {
        if (event["type"] == "end") ends[board.opponent] = event;
        if (event["type"] == "move")
            board.line.play(
                *parse_uci(board.line.position(), event["move"]["uci"].get<std::string>()));
        else if (event["type"] != "start")
            return;
        const bool is_white = board.line.position().side_to_move() == Color::white;
        const auto moves = legal_moves(board.line.position());
        if (is_white == (board.side == 0) && !board.line.outcome())
            socket_.send({{"type", "move"}, {"game", id}, {"move", {{"uci", to_uci(moves[0])}}}});
    }

    ArenaSocket socket_;
    std::map<std::string, Board> boards_;
};

}  // namespace

TEST_CASE("ten games at once against players of the house, on one thread, to their ends") {
    const TemporaryFolder folder;
    const std::vector<std::string> names{"level-01", "level-02",    "level-03", "level-04",
                                         "level-05", "queen-lover", "grabber",  "beginner",
                                         "coach",    "attacker"};
    const RunningArena arena(folder.path(), house_of(names));
    Ann ann(arena.port());
    ann.register_name();
    for (const std::string& name : names) ann.wait_for(players::find_player(name)->name);
    for (const std::string& name : names) ann.challenge(players::find_player(name)->name);
    ann.play_to_the_end(names.size());
    // On the board: by the rules, or by a draw that one of these players claims of itself.
    for (const auto& [opponent, end] : ann.ends) {
        CAPTURE(opponent);
        CHECK((end["ending"] == "rules" || end["ending"] == "draw claimed"));
    }
}

TEST_CASE("a seek that nobody takes is taken by the player of the house that is nearest") {
    const TemporaryFolder folder;
    const RunningArena arena(folder.path(), house_of({"level-01", "level-07", "level-14"}));
    Ann ann(arena.port());
    ann.register_name();
    ann.wait_for("Level 7");
    ann.socket().send({{"type", "seek"}, {"game", "chess960"}, {"base", 60'000}, {"increment", 0}});
    const Json start = ann.socket().receive("event")["event"];
    CHECK((start["players"][0] == "Level 7" || start["players"][1] == "Level 7"));
    const Json list = get(arena.port(), "/arena/house");
    CHECK(list.size() == 3);
    CHECK(list[1]["name"] == "Level 7");
    CHECK(list[1]["rating"].is_number());
}

TEST_CASE("house players are recognised, continue their games, and find another name") {
    const TemporaryFolder folder;
    {
        const RunningArena without(folder.path());
        ArenaSocket other(without.port(), "/arena");
        other.send({{"type", "register"}, {"name", "Fox"}});
        REQUIRE_FALSE(other.receive("registered").is_null());
    }
    std::string token;
    {
        const RunningArena arena(folder.path(), house_of({"level-03", "trickster"}));
        Ann ann(arena.port());
        ann.register_name();
        token = ann.token;
        ann.wait_for("Fox of the house");
        ann.challenge("Fox of the house");
        while (ann.receive_event()["type"] != "move") {
        }
    }
    const RunningArena arena(folder.path(), house_of({"level-03", "trickster"}));
    ArenaSocket ann(arena.port(), "/arena");
    ann.send({{"type", "hello"}, {"token", token}});
    CHECK(ann.receive("welcome")["games"].size() == 1);
    const Json state = ann.receive("state");
    // Whose turn it is: Ann moves, and is answered; or the other does.
    const bool is_hers =
        state["state"]["players"][state["state"]["toMove"].get<std::size_t>()] == "Ann";
    if (is_hers) {
        const auto position = parse_fen(state["state"]["view"]["fen"].get<std::string>());
        Json answer;
        do {  // the game waits until both are back
            ann.send({{"type", "move"},
                      {"game", state["game"]},
                      {"move", {{"uci", to_uci(legal_moves(*position)[0])}}}});
            do answer = ann.receive();
            while (answer["type"] != "ok" && answer["type"] != "error");
        } while (answer["type"] == "error");
    }
    Json event;
    do event = ann.receive("event")["event"];
    while (event["type"] != "move");
    CHECK(event["used"].is_number());
    struct stat status{};
    REQUIRE(::stat((folder / "house-tokens.json").c_str(), &status) == 0);
    CHECK((status.st_mode & 0777) == 0600);
}
