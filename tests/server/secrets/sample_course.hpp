// A course of an arena that contains something of everything its log can hold: accounts, games of
// every kind, contests of every format, links, challenges, meetings of the battlebot protocol, bans
// and renames. Its log is recorded once for each version (tests/data/arena/README.md), so that
// later versions can show that they read it.
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "arena/virtual_arena.hpp"
#include "games/games.hpp"
#include "secrets/sodium_secrets.hpp"
#include "support/test.hpp"

namespace kibitz::arena::test {

// The hashes and seals of libsodium, with random bytes that are the same in every run.
class RepeatableSecrets : public FakeSecrets {
   public:
    using FakeSecrets::FakeSecrets;

    [[nodiscard]] std::string sha256_hex(std::string_view text) const override {
        return sodium_.sha256_hex(text);
    }
    std::string seal(std::string_view text) override { return sodium_.seal(text); }
    [[nodiscard]] std::optional<std::string> unseal(std::string_view sealed) const override {
        return sodium_.unseal(sealed);
    }

   private:
    secrets::SodiumSecrets sodium_{"a key"};
};

class SampleCourse {
   public:
    SampleCourse() {
        register_everybody();
        play_single_games();
        play_battlebots();
        play_finished_contests();
        restart_server();
        play_running_contests();
        obey_operator();
        leave_games_running();
    }

    VirtualArena arena{std::make_unique<RepeatableSecrets>()};
    std::map<std::string, std::string> tokens, pass_hashes;

   private:
    static constexpr std::array people{"Ann", "Bob", "Eve", "Ida", "Tom", "Kim", "Mallory"};
    static constexpr std::array bots{"Robin", "Wren"};

    // --- Clients ---

    void connect(const std::string& name) {
        connections_[name] = ++last_connection_;
        arena.open(last_connection_, Protocol::kibitz);
    }
    // The answer to a message, which it has by its id.
    Json ask(const std::string& name, Json message) {
        arena.now += Milliseconds(37);
        message["id"] = ++last_request_;
        const ConnectionId id = connections_.at(name);
        arena.mail[id].messages.clear();
        arena.receive(id, message.dump());
        for (const std::string& text : arena.mail[id].messages)
            if (Json answer = Json::parse(text); answer.value("id", 0) == last_request_)
                return answer;
        FAIL("no answer to ", message.dump());
        return {};
    }
    void must(const std::string& name, const Json& message) {
        const Json answer = ask(name, message);
        INFO(message.dump(), " -> ", answer.dump());
        REQUIRE(answer["type"] != "error");
    }
    void say_hello(const std::string& name) {
        connect(name);
        Json hello{{"type", "hello"}, {"token", tokens.at(name)}};
        if (is_bot(name)) hello["version"] = "2." + std::to_string(last_connection_ % 2);
        must(name, hello);
    }
    static bool is_bot(const std::string& name) {
        return std::ranges::find(bots, name) != bots.end();
    }

    void register_everybody() {
        const auto add = [this](const std::string& name, Json extra) {
            connect(name);
            extra.update({{"type", "register"}, {"name", name}});
            tokens[name] = ask(name, extra)["token"];
        };
        for (const char* name : people) add(name, Json::object());
        for (const char* name : bots)
            add(name, {{"bot", true}, {"owner", "Zoë"}, {"version", "1.0"}});
        for (const char* name : {"Stork", "Crane", "Heron"}) {
            const Json sent{{"bot_id", name}, {"owner", "Anna"}};
            pass_hashes[name] =
                arena.request("POST", "/bots/noughtsandcrosses", sent.dump()).body["pass_hash"];
        }
    }

    // --- Games ---

    GameId start(const std::string& first, const std::string& second, const Json& terms) {
        Json link{{"type", "link"}, {"base", 60000}, {"increment", 1000}, {"side", 0}};
        link.update(terms);
        const Json offer = ask(first, link)["offer"];
        return ask(second, {{"type", "accept"}, {"offer", offer}})["game"];
    }
    const LiveGame& game(const GameId& id) const { return *arena.arena->hall().find(id); }
    std::string to_move(const GameId& id) const {
        return game(id).settings().players[index(game(id).state().side_to_move())];
    }
    void act(const GameId& id, const std::string& player, const char* type) {
        must(player, {{"type", type}, {"game", id}});
    }
    void move(const GameId& id, const Json& sent) {
        must(to_move(id), {{"type", "move"}, {"game", id}, {"move", sent}});
    }
    void move_uci(const GameId& id, const std::vector<const char*>& moves) {
        for (const char* uci : moves) move(id, {{"uci", uci}});
    }
    void move_first_legal(const GameId& id, int count) {
        for (int i = 0; i < count; ++i) move(id, game(id).state().legal_moves().front());
    }
    void agree_on_draw(const GameId& id) {
        for (const std::string& player : game(id).settings().players) act(id, player, "draw");
    }

    void play_single_games() {
        const Json chess{{"game", "chess"}, {"rated", true}}, chess960{{"game", "chess960"}},
            connect_four{{"game", "connectfour"}, {"rated", true}},
            crosses{{"game", "noughtsandcrosses"}};
        GameId id = start("Ann", "Bob", chess);
        move_uci(id, {"f2f3", "e7e5", "g2g4", "d8h4"});
        id = start("Bob", "Eve", chess);
        must("Eve", {{"type", "chat"}, {"game", id}, {"text", "good luck – viel Glück"}});
        move_uci(id, {"e2e4", "e7e5"});
        act(id, "Bob", "draw");
        act(id, "Eve", "declineDraw");
        move_uci(id, {"g1f3", "b8c6"});
        agree_on_draw(id);
        id = start("Bob", "Eve", {{"game", "chess"}});
        move_uci(id, {"e2e4", "e7e5", "d1h5"});
        act(id, "Bob", "takeback");
        act(id, "Eve", "acceptTakeback");
        act(id, "Eve", "giveTime");
        move_uci(id, {"g1f3", "b8c6"});
        act(id, "Eve", "takeback");
        act(id, "Bob", "declineTakeback");
        act(id, "Eve", "resign");
        id = start("Eve", "Ida", chess);
        move_uci(id, {"g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"});
        act(id, to_move(id), "claimDraw");
        id = start("Robin", "Wren", chess);
        move_uci(id, {"d2d4", "d7d5"});
        arena.wait_until(arena.now + std::chrono::minutes(2));  // White runs out of time
        id = start("Wren", "Robin", chess);
        act(id, "Robin", "resign");
        id = start("Tom", "Kim", chess);
        move_uci(id, {"e2e4"});
        act(id, "Kim", "abort");
        id = start("Ann", "Tom",
                   {{"game", "chess"}, {"setup", {{"fen", "7k/8/5KQ1/8/8/8/8/8 w - - 0 1"}}}});
        move_uci(id, {"g6g5"});
        act(id, "Ann", "resign");
        id = start("Ida", "Mallory", chess960);
        move_first_legal(id, 3);
        arena.lose(connections_.at("Mallory"));
        arena.wait_until(arena.now + std::chrono::minutes(2));
        say_hello("Mallory");
        id = start("Kim", "Ann", connect_four);
        for (const int column : {3, 4, 3, 4, 3, 4, 3}) move(id, {{"column", column}});
        id = start("Bob", "Kim", crosses);
        while (!game(id).end()) move_first_legal(id, 1);
        id = start("Kim", "Bob", crosses);  // a full board
        for (const auto& [row, column] :
             {std::pair(0, 0), {1, 1}, {2, 2}, {0, 1}, {2, 1}, {2, 0}, {0, 2}, {1, 2}, {1, 0}}) {
            const bool is_cross = game(id).state().side_to_move() == Side::first;
            move(id, {{"mark", is_cross ? "X" : "O"}, {"space", {row, column}}});
        }
        // A seek that is taken by another, and a challenge.
        for (const char* name : {"Tom", "Eve"})
            must(name, {{"type", "seek"}, {"game", "chess"}, {"base", 60000}, {"increment", 0}});
        id = arena.arena->hall().live_games().front();
        act(id, to_move(id), "resign");
        const Json offer = ask("Ann", {{"type", "challenge"},
                                       {"to", "Ida"},
                                       {"game", "chess"},
                                       {"base", 60000},
                                       {"increment", 0}})["offer"];
        id = ask("Ida", {{"type", "accept"}, {"offer", offer}})["game"];
        act(id, "Ann", "resign");
    }

    // --- The battlebot protocol ---

    ConnectionId log_in(const std::string& bot, const std::string& contest) {
        const ConnectionId id = ++last_connection_;
        arena.open(id, Protocol::battlebot);
        const std::string salt = Json::parse(arena.mail[id].messages.back())["salt"];
        Json login{{"bot_id", bot},
                   {"login_hash", arena.secrets->sha256_hex(pass_hashes.at(bot) + salt)},
                   {"game", "noughtsandcrosses"}};
        if (!contest.empty()) login["contest"] = contest;
        arena.receive(id, login.dump());
        return id;
    }
    void play_battlebots() {
        const auto turn = [this](ConnectionId id, const char* mark, int row, int column) {
            arena.now += Milliseconds(20);
            arena.receive(id, Json{{"mark", mark}, {"space", {row, column}}}.dump());
        };
        ConnectionId x = log_in("Stork", "Old Cup"), o = log_in("Crane", "Old Cup");
        for (const int column : {0, 1, 2}) {
            turn(x, "X", 0, column);
            turn(o, "O", 1, column);
        }
        x = log_in("Stork", "Old Cup"), o = log_in("Heron", "Old Cup");
        for (int fault = 0; fault < 3; ++fault) arena.receive(x, "not JSON");
        (void)log_in("Crane", "Old Cup"), (void)log_in("Heron", "Old Cup");
        arena.wait_until(arena.now + std::chrono::seconds(5));  // nobody moves
        (void)log_in("Heron", ""), o = log_in("Stork", "");
        arena.lose(o);
        arena.wait_until(arena.now + std::chrono::seconds(5));
    }

    // --- Contests ---

    void create(const std::string& name, const char* kind, const Json& more = Json::object()) {
        Json message{{"type", "createContest"},
                     {"name", name},
                     {"kind", kind},
                     {"game", "chess"},
                     {"base", 60000},
                     {"increment", 0},
                     {"rounds", 1},
                     {"length", 1'800'000},
                     {"rated", true}};
        message.update(more);
        must("Ann", message);
    }
    void join(const std::string& name, const std::vector<const char*>& players) {
        for (const char* player : players)
            must(player, {{"type", "joinContest"}, {"contest", name}});
    }
    void leave(const std::string& name, const char* player) {
        must(player, {{"type", "leaveContest"}, {"contest", name}});
    }
    void start_contest(const std::string& name) {
        must("Ann", {{"type", "startContest"}, {"contest", name}});
    }
    std::vector<GameId> games_of(const std::string& contest) const {
        std::vector<GameId> ids;
        for (const GameId& id : arena.arena->hall().live_games())
            if (game(id).settings().contest == contest) ids.push_back(id);
        return ids;
    }
    // In turn: the first player wins, the game is drawn where it can be, the second player wins.
    void finish(const GameId& id) {
        const auto& players = game(id).settings().players;
        const int result = results_++ % 3;
        if (result == 1 && game(id).rules().has_draw_offers()) return agree_on_draw(id);
        act(id, players[result == 2 ? 0 : 1], "resign");
    }
    // Ends the games that are under way, then those that follow, so many times.
    void play_rounds(const std::string& contest, int rounds) {
        for (int round = 0; round < rounds; ++round)
            for (const GameId& id : games_of(contest)) finish(id);
    }

    void play_finished_contests() {
        create("Nobody came", "swiss");
        arena.wait_until(arena.now + std::chrono::hours(25));  // it expires
        create("Spring", "roundRobin");
        join("Spring", {"Ann", "Bob", "Eve", "Ida", "Tom"});
        start_contest("Spring");
        play_rounds("Spring", 2);
        leave("Spring", "Tom");
        play_rounds("Spring", 6);
        create("Bücher/1", "roundRobin",
               {{"game", "noughtsandcrosses"}, {"rounds", 2}, {"rated", false}});
        join("Bücher/1", {"Kim", "Ida", "Bob"});
        start_contest("Bücher/1");
        play_rounds("Bücher/1", 8);
        create("Autumn", "swiss", {{"rounds", 3}});
        join("Autumn", {"Kim", "Tom", "Ida", "Eve", "Bob", "Ann", "Robin"});
        start_contest("Autumn");
        play_rounds("Autumn", 1);
        leave("Autumn", "Bob");
        play_rounds("Autumn", 3);
        create("Cup", "knockout", {{"game", "chess960"}});
        join("Cup", {"Ann", "Bob", "Eve", "Ida", "Tom", "Kim", "Wren"});
        start_contest("Cup");
        for (const GameId& id : games_of("Cup")) agree_on_draw(id);
        play_rounds("Cup", 1);
        leave("Cup", "Eve");
        play_rounds("Cup", 12);
        create("Ladder", "ladder", {{"game", "connectfour"}, {"base", 1'800'000}});
        join("Ladder", {"Ida", "Tom", "Kim", "Bob"});
        start_contest("Ladder");
        play_rounds("Ladder", 2);
        leave("Ladder", "Bob");
        join("Ladder", {"Ann"});
        play_rounds("Ladder", 2);
        arena.wait_until(arena.now + std::chrono::hours(1));
        create("Half an hour", "arena", {{"base", 1'800'000}});
        join("Half an hour", {"Ann", "Bob", "Eve", "Robin", "Wren"});
        start_contest("Half an hour");
        play_rounds("Half an hour", 2);
        leave("Half an hour", "Eve");
        play_rounds("Half an hour", 1);
        join("Half an hour", {"Eve", "Kim"});
        play_rounds("Half an hour", 1);
        arena.wait_until(arena.now + std::chrono::hours(1));
        // Nobody comes to its game.
        create("Absent", "roundRobin");
        join("Absent", {"Tom", "Mallory"});
        for (const char* player : {"Tom", "Mallory"}) arena.lose(connections_.at(player));
        start_contest("Absent");
        arena.wait_until(arena.now + std::chrono::minutes(5));
        for (const char* player : {"Tom", "Mallory"}) say_hello(player);
        create("Closed", "roundRobin");
        join("Closed", {"Ann", "Bob", "Eve"});
        start_contest("Closed");
        REQUIRE(arena.host({{"command", "closeContest"}, {"contest", "Closed"}})["ok"] == "done");
        play_rounds("Closed", 1);
    }

    // One of the games under way goes on afterwards; one waits in vain for a player.
    void restart_server() {
        const Json crosses{{"game", "connectfour"}};
        const GameId id = start("Ann", "Bob", crosses), other = start("Eve", "Ida", crosses);
        move(id, {{"column", 2}});
        move(other, {{"column", 5}});
        arena.restart();
        arena.wait_until(arena.now + std::chrono::seconds(10));
        for (const char* name : people)
            if (name != std::string("Ida")) say_hello(name);
        for (const char* name : bots) say_hello(name);
        arena.wait_until(arena.now + std::chrono::seconds(10));
        move(id, {{"column", 2}});
        act(id, "Bob", "resign");
        arena.wait_until(arena.now + std::chrono::minutes(6));
        say_hello("Ida");
    }

    void play_running_contests() {
        const Json slowly{{"base", 3'600'000}, {"length", 86'400'000}, {"rounds", 3}};
        create("Summer", "roundRobin", slowly);
        join("Summer", {"Ann", "Bob", "Eve", "Ida"});
        start_contest("Summer");
        play_rounds("Summer", 2);
        create("Winter", "swiss", slowly);
        join("Winter", {"Tom", "Kim", "Ida", "Eve", "Bob", "Robin", "Wren"});
        start_contest("Winter");
        play_rounds("Winter", 1);
        finish(games_of("Winter").front());
        leave("Winter", "Bob");
        create("Cup 2", "knockout", slowly);
        join("Cup 2", {"Ann", "Bob", "Eve", "Ida", "Tom"});
        start_contest("Cup 2");
        agree_on_draw(games_of("Cup 2").front());
        create("Day", "arena", slowly);
        join("Day", {"Ann", "Bob", "Eve", "Robin", "Wren"});
        start_contest("Day");
        play_rounds("Day", 2);
        leave("Day", "Eve");
        REQUIRE(arena.host({{"command", "createContest"},
                            {"name", "House"},
                            {"kind", "ladder"},
                            {"game", "noughtsandcrosses"},
                            {"base", 3'600'000},
                            {"increment", 0},
                            {"length", 86'400'000}})["ok"] == "done");
        join("House", {"Ida", "Tom", "Kim", "Bob"});
        REQUIRE(arena.host({{"command", "startContest"}, {"contest", "House"}})["ok"] == "done");
        play_rounds("House", 3);
        leave("House", "Kim");
        create("Open", "swiss", slowly);
        join("Open", {"Kim", "Eve"});
        leave("Open", "Kim");
    }

    void obey_operator() {
        const auto order = [this](const Json& command) {
            const Json answer = arena.host(command);
            INFO(answer.dump());
            REQUIRE(answer["ok"] == "done");
        };
        order({{"command", "abort"}, {"game", start("Kim", "Tom", {{"game", "chess"}})}});
        order({{"command", "ban"}, {"name", "Wren"}});
        order({{"command", "ban"}, {"name", "Tom"}});
        order({{"command", "unban"}, {"name", "Tom"}});
        order({{"command", "rename"}, {"name", "Mallory"}, {"to", "Polly"}});
        tokens["Polly"] = tokens.extract("Mallory").mapped();
        order({{"command", "rename"}, {"name", "Crane"}, {"to", "Kranich"}});
        pass_hashes["Kranich"] = pass_hashes.extract("Crane").mapped();
        for (const char* name : {"Tom", "Polly"}) say_hello(name);
    }

    void leave_games_running() {
        GameId id = start("Polly", "Tom", {{"game", "chess"}, {"rated", true}});
        move_uci(id, {"c2c4"});
        act(id, "Tom", "draw");
        move_first_legal(start("Ann", "Polly", {{"game", "chess960"}}), 2);
        move_first_legal(start("Kim", "Polly", {{"game", "connectfour"}}), 5);
        move_first_legal(start("Polly", "Eve", {{"game", "noughtsandcrosses"}}), 2);
        (void)log_in("Stork", "New Cup"), (void)log_in("Kranich", "New Cup");
        arena.now += Milliseconds(100);
    }

    std::map<std::string, ConnectionId> connections_;
    ConnectionId last_connection_ = 0;
    int last_request_ = 0;
    int results_ = 0;
};

// What an arena answers to everybody who looks at it, by path.
inline Json public_answers(VirtualArena& arena) {
    Json answers = Json::object();
    const auto get = [&](const std::string& path) -> Json& {
        return answers[path] = arena.request("GET", path).body;
    };
    for (const Json& name : Json(get("/arena/contests"))) {
        get("/arena/contests/" + name.get<std::string>());
        get("/games/noughtsandcrosses/contest/" + name.get<std::string>());
    }
    // Games stand in full below.
    for (const auto& [name, account] : arena.arena->accounts().all())
        if (account.classic_game.empty()) get("/arena/players/" + name).erase("games");
    for (const games::Rules* rules : games::all())
        get("/arena/ratings/" + std::string(rules->name()));
    get("/bots/noughtsandcrosses");
    get("/games/noughtsandcrosses");
    for (const LogEntry& entry : arena.log)
        if (entry.fact["type"] == "start" && entry.fact["contest"] == "")
            get("/arena/games/" + entry.stream).erase("events");
    return answers;
}

}  // namespace kibitz::arena::test
