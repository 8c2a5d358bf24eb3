// Moves that are taken back by agreement, and time that is given.
#include <string>

#include "arena/live_game.hpp"
#include "support/test.hpp"

using namespace kibitz::arena;
using namespace std::chrono_literals;

namespace {

constexpr Time start_time = from_epoch(1'000'000);
constexpr Side white = Side::first, black = Side::second;

GameSettings casual() {
    return {.game = "chess",
            .players = {"Ann", "Bob"},
            .clock = {.base = 60s, .increment = 1s, .most_lag_credit = 100ms}};
}

struct Table {
    explicit Table(const GameSettings& settings = casual())
        : game(*LiveGame::start(settings, start_time)) {}

    // The code of the refusal, or "".
    std::string act(Side side, const GameAction& action) {
        const auto answer = game.act(side, action, now);
        return answer ? "" : to_string(answer.error().code);
    }
    Table& play(std::initializer_list<const char*> moves) {
        for (const char* uci : moves)
            REQUIRE(act(game.state().side_to_move(), MakeMove{{{"uci", uci}}, 0ms}).empty());
        return *this;
    }
    [[nodiscard]] std::string fen() const { return game.state().view()["fen"]; }
    // What a server gets that starts again: the events as they were written.
    [[nodiscard]] std::optional<LiveGame> read_again() const {
        std::vector<GameEvent> events;
        for (const GameEvent& event : game.events()) {
            const auto read = game_event_of(to_json(event));
            REQUIRE(read);
            events.push_back(*read);
        }
        return LiveGame::replay(events);
    }

    LiveGame game;
    Time now = start_time;
};

}  // namespace

TEST_CASE("who is not to move takes back one move, who is takes back the reply as well") {
    Table table;
    table.play({"e2e4"});
    const std::string after_e4 = table.fen();
    table.play({"e7e5", "g1f3"});
    CHECK(table.act(white, AskTakeback{}).empty());
    CHECK(table.game.takeback_asked() == white);
    CHECK(table.game.snapshot(table.now)["takebackAsked"] == 0);
    CHECK(table.act(black, AcceptTakeback{}).empty());
    CHECK(table.game.plies() == 2);
    CHECK(table.game.state().side_to_move() == white);
    CHECK(!table.game.takeback_asked());
    // White is to move: black's last move goes, and so does nothing of what came after it.
    CHECK(table.act(black, AskTakeback{}).empty());
    CHECK(table.act(white, AcceptTakeback{}).empty());
    CHECK(table.fen() == after_e4);
    table.play({"c7c5", "g1f3"});
    CHECK(table.act(black, AskTakeback{}).empty());
    CHECK(table.act(white, AcceptTakeback{}).empty());
    CHECK(table.fen() == after_e4);
    CHECK(table.game.plies() == 1);
    table.play({"e7e6"});
    const auto moves = moves_that_stand(table.game.events());
    REQUIRE(moves.size() == 2);
    CHECK(std::get<Moved>(moves[1]->fact).move["uci"] == "e7e6");
}

TEST_CASE("a request ends with the next move, with an answer and with the game") {
    Table table;
    table.play({"e2e4"});
    CHECK(table.act(white, AskTakeback{}).empty());
    // A client that does not know the request declines it by its move.
    table.play({"e7e5"});
    CHECK(!table.game.takeback_asked());
    CHECK(table.act(black, AcceptTakeback{}) == "noTakebackAsked");
    CHECK(table.act(white, AskTakeback{}).empty());
    CHECK(table.act(black, AskTakeback{}) == "takebackAlreadyAsked");  // one at a time
    CHECK(table.act(black, DeclineTakeback{}).empty());
    CHECK(table.act(black, DeclineTakeback{}) == "noTakebackAsked");
    CHECK(table.act(white, AskTakeback{}) == "takebackAlreadyAsked");
    CHECK(table.act(black, AskTakeback{}).empty());
    CHECK(table.act(black, Resign{}).empty());
    CHECK(!table.game.takeback_asked());
    CHECK(table.act(white, AcceptTakeback{}) == "gameOver");
}

TEST_CASE("only a move of one's own is taken back, whoever begins") {
    GameSettings settings = casual();
    settings.setup = {{"fen", "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"}};
    Table table(settings);
    const std::string start = table.fen();
    CHECK(table.act(black, AskTakeback{}) == "noMoveToTakeBack");
    table.play({"e8d7"});
    CHECK(table.act(white, AskTakeback{}) == "noMoveToTakeBack");
    CHECK(table.act(black, AskTakeback{}).empty());
    CHECK(table.act(white, AcceptTakeback{}).empty());
    CHECK(table.fen() == start);
}

TEST_CASE("time that was used stays used, and each move of its own time has it anew") {
    Table table;
    table.now += 5s;
    table.play({"e2e4"});
    table.now += 7s;
    CHECK(table.act(white, AskTakeback{}).empty());
    CHECK(table.act(black, AcceptTakeback{}).empty());
    CHECK(table.game.left(table.now) == std::array<Milliseconds, 2>{56s, 53s});
    table.now += 2s;  // now it is white's that runs
    CHECK(table.game.left(table.now) == std::array<Milliseconds, 2>{54s, 53s});

    GameSettings settings = casual();
    settings.clock = {.base = 10s, .increment = 0s, .per_move = true};
    Table of_moves(settings);
    of_moves.play({"e2e4"});
    of_moves.now += 8s;
    CHECK(of_moves.act(white, AskTakeback{}).empty());
    CHECK(of_moves.act(black, AcceptTakeback{}).empty());
    CHECK(of_moves.game.left(of_moves.now) == std::array<Milliseconds, 2>{10s, 10s});
}

TEST_CASE("given time is on the opponent's clock, and puts their flag off") {
    Table table;
    const Time flag = *table.game.deadline();
    CHECK(table.act(black, GiveTime{}).empty());
    CHECK(table.game.left(table.now) == std::array<Milliseconds, 2>{75s, 60s});
    CHECK(table.game.deadline() == flag + LiveGame::gift);
    table.now = flag;
    CHECK(table.game.tick(table.now).empty());
    CHECK(table.act(black, GiveTime{}).empty());
    table.now = flag + 2 * LiveGame::gift;
    table.game.tick(table.now);
    REQUIRE(table.game.end());
    CHECK(table.game.end()->ending == Ending::timeout);
}

TEST_CASE("nothing of this where it counts, or while the game stands still") {
    const std::initializer_list<GameAction> actions{AskTakeback{}, AcceptTakeback{}, GiveTime{}};
    for (const int kind : {0, 1, 2}) {
        GameSettings settings = casual();
        settings.rated = kind == 0;
        settings.contest = kind == 1 ? "Spring" : "";
        settings.is_classic = kind == 2;
        Table table(settings);
        table.play({"e2e4", "e7e5"});
        for (const GameAction& action : actions)
            for (const Side side : {white, black}) CHECK(table.act(side, action) == "notCasual");
    }
    Table paused;
    paused.play({"e2e4", "e7e5"});
    paused.game.pause(paused.now);
    for (const GameAction& action : actions) CHECK(paused.act(white, action) == "gamePaused");
}

TEST_CASE("a draw can be offered again after the move of the offer was taken back") {
    Table table;
    table.play({"e2e4", "e7e5"});
    CHECK(table.act(white, OfferDraw{}).empty());
    CHECK(table.act(white, AskTakeback{}).empty());
    CHECK(table.act(black, AcceptTakeback{}).empty());
    CHECK(!table.game.draw_offer());
    table.play({"d2d4", "d7d5"});
    CHECK(table.act(white, OfferDraw{}).empty());
}

TEST_CASE("the events give the same game again, and damaged ones give none") {
    Table table;
    table.play({"e2e4", "e7e5", "g1f3"});
    table.now += 1s;
    CHECK(table.act(white, AskTakeback{}).empty());
    CHECK(table.act(black, AcceptTakeback{}).empty());
    CHECK(table.act(black, GiveTime{}).empty());
    table.play({"f1c4"});
    CHECK(table.act(white, AskTakeback{}).empty());
    CHECK(table.act(black, DeclineTakeback{}).empty());
    const auto again = table.read_again();
    REQUIRE(again);
    CHECK(again->events() == table.game.events());
    CHECK(again->snapshot(table.now) == table.game.snapshot(table.now));
    CHECK(again->left(table.now) == table.game.left(table.now));

    const Json back{{"type", "takenBack"}, {"number", 2}, {"time", 1'000'000}, {"side", 0}};
    for (const int plies : {-1, 0, 3}) {
        Json damaged = back;
        damaged["plies"] = plies;
        CHECK(!game_event_of(damaged));
    }
    Json too_early = back;
    too_early["plies"] = 1;
    Table fresh;
    CHECK(!fresh.game.accept(*game_event_of(too_early)));
    for (const std::int64_t given : {std::int64_t{0}, std::int64_t{-15'000}, std::int64_t{1} << 60})
        CHECK(!game_event_of({{"type", "timeGiven"},
                              {"number", 2},
                              {"time", 1'000'000},
                              {"side", 0},
                              {"given", given}}));
}

// As the first version that takes moves back wrote it. Later ones read it and mean the same.
TEST_CASE("a recorded game with moves taken back and time given keeps its meaning") {
    constexpr const char* recorded = R"([
        {"awayLimit":60000,"base":60000,"classic":false,"contest":"","game":"chess","increment":0,
         "lagCredit":100,"mostFaults":0,"number":1,"perMove":false,"players":["Ann","Bob"],
         "rated":false,"setup":{},"time":1498910400000,"type":"start"},
        {"move":{"uci":"e2e4"},"number":2,"side":0,"time":1498910400000,"type":"move","used":0},
        {"move":{"uci":"e7e5"},"number":3,"side":1,"time":1498910401000,"type":"move","used":1000},
        {"number":4,"side":0,"time":1498910403000,"type":"takebackAsked"},
        {"number":5,"plies":2,"side":0,"time":1498910404000,"type":"takenBack"},
        {"move":{"uci":"d2d4"},"number":6,"side":0,"time":1498910405000,"type":"move","used":1000},
        {"number":7,"side":0,"time":1498910405000,"type":"takebackAsked"},
        {"number":8,"side":1,"time":1498910405000,"type":"takebackDeclined"},
        {"given":15000,"number":9,"side":0,"time":1498910405000,"type":"timeGiven"}])";
    std::vector<GameEvent> events;
    for (const Json& fact : Json::parse(recorded)) {
        const auto event = game_event_of(fact);
        REQUIRE(event);
        CHECK(to_json(*event) == fact);
        events.push_back(*event);
    }
    const auto game = LiveGame::replay(events);
    REQUIRE(game);
    CHECK(game->plies() == 1);
    CHECK(game->state().view()["last"]["san"] == "d4");
    CHECK(game->left(from_epoch(1'498'910'405'000)) == std::array<Milliseconds, 2>{56s, 74s});
    CHECK(!game->takeback_asked());
}
