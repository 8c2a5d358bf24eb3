#include "arena/live_game.hpp"

#include "support/test.hpp"

using namespace kibitz::arena;
using namespace std::chrono_literals;

namespace {

constexpr Time start_time = from_epoch(1'000'000);

GameSettings chess() {
    return {.game = "chess",
            .players = {"Ann", "Bob"},
            .clock = {.base = 60s, .increment = 1s, .most_lag_credit = 100ms}};
}

// A game and what it answered last.
struct Table {
    explicit Table(const GameSettings& settings = chess())
        : game(*LiveGame::start(settings, start_time)) {}

    Table& act(Side side, const GameAction& action) {
        const auto answer = game.act(side, action, now);
        error = answer ? "" : answer.error().text;
        events = answer ? *answer : std::vector<GameEvent>();
        return *this;
    }
    Table& move(Side side, const char* uci, Milliseconds lag = 0ms) {
        return act(side, MakeMove{{{"uci", uci}}, lag});
    }
    Table& wait(Milliseconds time) {
        now += time;
        return *this;
    }
    Table& tick() {
        events = game.tick(now);
        return *this;
    }

    LiveGame game;
    Time now = start_time;
    std::string error;
    std::vector<GameEvent> events;
};

constexpr Side white = Side::first, black = Side::second;

}  // namespace

TEST_CASE("clocks: the time of a move is taken off, the increment added") {
    Table table;
    table.wait(2s).move(white, "e2e4");
    CHECK(table.game.left(table.now) == std::array<Milliseconds, 2>{59s, 60s});
    table.wait(5s);
    CHECK(table.game.left(table.now) == std::array<Milliseconds, 2>{59s, 55s});
    table.move(black, "e7e5");
    CHECK(table.events.size() == 1);
    CHECK(table.events[0].left == std::array<Milliseconds, 2>{59s, 56s});
    CHECK(table.game.deadline() == table.now + 59s + 100ms);
}

TEST_CASE("lag is given back, up to the limit") {
    Table table;
    table.wait(2s).move(white, "e2e4", 60ms);
    CHECK(table.game.left(table.now)[0] == 60s - 2s + 60ms + 1s);
    table.wait(2s).move(black, "e7e5", 10s);
    CHECK(table.game.left(table.now)[1] == 60s - 2s + 100ms + 1s);
    // In time by its lag, though the clock ran out on the way.
    table.wait(Milliseconds(59'070)).move(white, "d2d4", 60ms);
    CHECK(table.error.empty());
    CHECK(!table.game.end());
    // Not in time: the flag falls at once.
    table.wait(Milliseconds(59'110)).move(black, "d7d5", 10ms);
    CHECK(table.game.end() == Ended{Ending::timeout, white, "timeout"});
}

TEST_CASE("the flag falls by itself, and not before its time") {
    Table table;
    CHECK(table.game.deadline() == start_time + 60s + 100ms);
    CHECK(table.wait(60s + 99ms).tick().events.empty());
    CHECK(table.wait(1ms).tick().events.size() == 1);
    CHECK(table.game.end() == Ended{Ending::timeout, black, "timeout"});
    CHECK(table.game.left(table.now)[0] == 0ms);
    CHECK(!table.game.deadline());
    CHECK(table.move(white, "e2e4").error == "the game is over");
}

TEST_CASE("out of time against a bare king is a draw") {
    auto settings = chess();
    settings.setup = {{"fen", "7k/8/8/8/8/8/4P3/4K3 w - - 0 1"}};
    Table table(settings);
    table.wait(2min).tick();
    CHECK(table.game.end()->winner == std::nullopt);
    CHECK(table.game.end()->ending == Ending::timeout);
}

TEST_CASE("the game's own end ends it") {
    Table table;
    table.move(white, "f2f3").move(black, "e7e5").move(white, "g2g4").move(black, "d8h4");
    CHECK(table.events.size() == 2);
    CHECK(table.game.end() == Ended{Ending::rules, black, "checkmate"});
}

TEST_CASE("wrong moves are refused in words and change nothing") {
    Table table;
    CHECK(table.move(black, "e7e5").error == "it is not your turn");
    CHECK(table.move(white, "e2e5").error == "move \"e2e5\": illegal here");
    CHECK(table.act(white, MakeMove{nullptr, 0ms}).error == R"(a move is {"uci": "e2e4"})");
    CHECK(table.game.events().size() == 1);
}

TEST_CASE("draws: offered, declined, accepted, one at a time") {
    Table table;
    CHECK(table.act(white, OfferDraw{}).error.empty());
    CHECK(table.act(white, OfferDraw{}).error == "a draw was offered already; move first");
    CHECK(table.act(white, DeclineDraw{}).error == "no draw is offered");
    table.act(black, DeclineDraw{});
    CHECK(table.act(black, DeclineDraw{}).error == "no draw is offered");
    CHECK(table.act(white, OfferDraw{}).error == "a draw was offered already; move first");
    table.move(white, "e2e4").move(black, "e7e5");
    CHECK(table.act(white, OfferDraw{}).error.empty());
    CHECK(table.act(black, OfferDraw{}).events.size() == 1);
    CHECK(table.game.end() == Ended{Ending::draw_agreed, std::nullopt, "draw agreed"});

    // A move declines an offer that stands.
    Table moved;
    moved.act(white, OfferDraw{}).move(white, "e2e4");
    CHECK(moved.game.draw_offer() == white);
    moved.move(black, "e7e5");
    CHECK(!moved.game.draw_offer());
    Table no_offers({.game = "connectfour", .players = {"Ann", "Bob"}});
    CHECK(no_offers.act(white, OfferDraw{}).error == "there are no draw offers in this game");
}

TEST_CASE("a draw is claimed by the side to move when there is one") {
    Table table;
    CHECK(table.act(white, ClaimDraw{}).error == "there is no draw to claim");
    for (int round = 0; round < 2; ++round)
        table.move(white, "g1f3").move(black, "g8f6").move(white, "f3g1").move(black, "f6g8");
    CHECK(table.act(black, ClaimDraw{}).error == "a draw can only be claimed when it is your turn");
    table.act(white, ClaimDraw{});
    CHECK(table.game.end()->ending == Ending::draw_claimed);
}

TEST_CASE("resignation, and aborting while it may be") {
    Table table;
    table.act(black, Resign{});
    CHECK(table.game.end() == Ended{Ending::resignation, white, "resignation"});
    CHECK(table.act(white, Resign{}).error == "the game is over");

    Table aborted;
    aborted.move(white, "e2e4").act(black, Abort{});
    CHECK(aborted.game.end() == Ended{Ending::aborted, std::nullopt, "aborted by Bob"});
    Table begun;
    begun.move(white, "e2e4").move(black, "e7e5");
    CHECK(begun.act(white, Abort{}).error ==
          "both have moved; a game can be resigned, but not aborted");
}

TEST_CASE("who is gone too long loses; if both are, nobody wins") {
    auto settings = chess();
    settings.away_limit = 10s;
    Table table(settings);
    table.move(white, "e2e4").act(white, Disconnect{});
    CHECK(table.game.deadline() == table.now + 10s);
    table.wait(9s).act(white, Reconnect{}).wait(9s).tick();
    CHECK(!table.game.end());
    table.act(white, Disconnect{}).wait(10s).tick();
    CHECK(table.game.end() == Ended{Ending::disconnect, black, "disconnect"});

    Table both(settings);
    both.act(white, Disconnect{}).wait(9s).act(black, Disconnect{}).wait(1s).tick();
    CHECK(both.game.end() == Ended{Ending::disconnect, std::nullopt, "disconnect"});
}

TEST_CASE("chat is part of the game, also after its end") {
    Table table;
    table.act(black, SendChat{"hello"});
    CHECK(table.events[0].fact == GameFact(Chatted{"Bob", "hello"}));
    table.act(black, Resign{});
    CHECK(table.act(white, SendChat{"thank you"}).error.empty());
    CHECK(table.act(white, SendChat{""}).error == "a chat message has 1 to 200 bytes");
    CHECK(table.act(white, SendChat{std::string(201, 'x')}).error ==
          "a chat message has 1 to 200 bytes");
    for (int i = 1; i < LiveGame::most_chats; ++i) table.act(white, SendChat{"and again"});
    CHECK(table.error.empty());
    CHECK(table.act(white, SendChat{"and again"}).error ==
          "you have sent too many chat messages in this game");
    CHECK(table.act(black, SendChat{"well"}).error.empty());
}

TEST_CASE("after the server was down clocks stand until both are back") {
    Table table;
    table.wait(2s).move(white, "e2e4").wait(30s);
    auto back = LiveGame::replay(table.game.events());
    REQUIRE(back);
    table.game = *std::move(back);
    table.wait(1h);
    CHECK(table.game.pause(table.now).size() == 1);
    CHECK(table.game.left(table.now) == std::array<Milliseconds, 2>{59s, 60s});
    CHECK(table.move(black, "e7e5").error == "the game is paused until both players are back");
    table.wait(1min).act(black, Reconnect{}).wait(1min);
    CHECK(table.game.left(table.now)[1] == 60s);
    table.act(white, Reconnect{});
    CHECK(table.events.size() == 2);
    CHECK(table.wait(5s).game.left(table.now)[1] == 55s);
    CHECK(table.move(black, "e7e5").error.empty());

    // What is known to have gone by before it is not given back.
    Table chatty;
    chatty.wait(2s).move(white, "e2e4").wait(30s).act(white, SendChat{"Well?"}).wait(1h);
    chatty.game.pause(chatty.now);
    CHECK(chatty.game.left(chatty.now) == std::array<Milliseconds, 2>{59s, 30s});
    chatty.act(black, Reconnect{}).wait(1min).act(white, Reconnect{}).wait(5s);
    CHECK(chatty.game.left(chatty.now)[1] == 25s);
    chatty.game.pause(chatty.now);  // and again
    CHECK(chatty.game.left(chatty.now + 1h)[1] == 30s);

    // Who does not come back has not lost.
    Table abandoned;
    abandoned.game.pause(abandoned.now);
    abandoned.act(white, Reconnect{}).wait(5min).tick();
    CHECK(abandoned.game.end()->ending == Ending::aborted);
}

TEST_CASE("faults lose where they count") {
    Table table({.game = "noughtsandcrosses",
                 .players = {"Ann", "Bob"},
                 .clock = {.base = 3s, .per_move = true},
                 .most_faults = 3});
    for (int fault = 1; fault <= 3; ++fault) {
        CHECK(!table.game.end());
        table.wait(500ms).act(white, MakeMove{5, 0ms});
        CHECK(table.game.faults(white) == fault);
    }
    CHECK(table.game.end() == Ended{Ending::faults, black, "too many wrong moves"});
}

TEST_CASE("a clock for each move anew; faults do not wind it up") {
    Table table({.game = "noughtsandcrosses",
                 .players = {"Ann", "Bob"},
                 .clock = {.base = 3s, .per_move = true},
                 .most_faults = 3});
    table.wait(2999ms).act(white, MakeMove{{{"mark", "X"}, {"space", {0, 0}}}, 0ms});
    CHECK(table.game.deadline() == table.now + 3s);
    table.wait(2s).act(black, MakeMove{nullptr, 0ms}).wait(1s).tick();
    CHECK(table.game.end() == Ended{Ending::timeout, white, "timeout"});
}

TEST_CASE("settings that make no game are refused in words") {
    const auto error = [](const GameSettings& settings) {
        const auto game = LiveGame::start(settings, start_time);
        return game ? "" : game.error().text;
    };
    auto settings = chess();
    settings.game = "go";
    CHECK(error(settings) == "there is no game \"go\"");
    settings = chess();
    settings.players[1] = "Ann";
    CHECK(error(settings) == "nobody can play against themselves");
    settings = chess();
    settings.clock.base = 0s;
    CHECK(error(settings) == "a clock needs time");
    settings = chess();
    settings.setup = 5;
    CHECK(error(settings) == "a setup is a JSON object");
}

TEST_CASE("events survive JSON, and damaged ones are no events") {
    auto settings = chess();
    settings.away_limit = 10s;
    settings.contest = "Spring";
    Table table(settings);
    table.move(white, "e2e4").act(white, OfferDraw{}).act(black, DeclineDraw{});
    table.act(white, Disconnect{}).act(white, Reconnect{}).act(white, SendChat{"hi"});
    table.game.pause(table.now);
    table.act(white, Reconnect{}).act(black, Reconnect{}).act(black, Resign{});
    std::vector<GameEvent> read;
    for (const GameEvent& event : table.game.events()) {
        const Json json = to_json(event);
        const auto back = game_event_of(Json::parse(json.dump()));
        REQUIRE(back);
        CHECK(back->fact == event.fact);
        read.push_back(*back);
        for (const auto& field : json.items()) {
            Json damaged = json;
            damaged[field.key()] = {{"not", "this"}};
            const auto kept = game_event_of(damaged);
            if (field.key() != "winner" && field.key() != "setup" && field.key() != "move")
                CHECK_MESSAGE(!kept, damaged.dump());
        }
    }
    const auto again = LiveGame::replay(read);
    REQUIRE(again);
    CHECK(again->events() == table.game.events());
    CHECK(again->snapshot(table.now) == table.game.snapshot(table.now));
    read.erase(read.begin() + 1);
    CHECK(!LiveGame::replay(read));
    CHECK(!LiveGame::replay({}));
}

TEST_CASE("offers of draws are the same for both sides, and end with the opponent's move") {
    for (const Side side : {white, black}) {
        CAPTURE(index(side));
        Table accepted;
        CHECK(accepted.act(side, OfferDraw{}).error.empty());
        CHECK(accepted.game.draw_offer() == side);
        CHECK(accepted.game.snapshot(accepted.now)["drawOffer"] == index(side));
        accepted.act(~side, OfferDraw{});
        CHECK(accepted.game.end() == Ended{Ending::draw_agreed, std::nullopt, "draw agreed"});
        CHECK(!accepted.game.draw_offer());
        CHECK(accepted.act(side, OfferDraw{}).error == "the game is over");
        CHECK(accepted.act(side, DeclineDraw{}).error == "no draw is offered");

        Table declined;
        declined.act(side, OfferDraw{}).act(~side, DeclineDraw{});
        CHECK(declined.error.empty());
        CHECK(!declined.game.draw_offer());
        CHECK(!declined.game.snapshot(declined.now).contains("drawOffer"));
        // The other one may offer then, at once.
        CHECK(declined.act(~side, OfferDraw{}).error.empty());
        CHECK(!declined.game.end());
        CHECK(declined.game.draw_offer() == ~side);

        // The own move leaves the offer standing, the opponent's ends it; then one may offer again
        // after a move of each.
        Table moved;
        moved.act(side, OfferDraw{}).move(white, "e2e4");
        CHECK(moved.game.draw_offer().has_value() == (side == white));
        moved.move(black, "e7e5");
        CHECK(!moved.game.draw_offer());
        CHECK(moved.act(side, OfferDraw{}).error.empty());
    }
}

TEST_CASE("between two offers of a draw there is a move of one's own and one of the opponent") {
    Table table;
    table.act(white, OfferDraw{}).act(black, DeclineDraw{}).move(white, "e2e4");
    CHECK(table.act(white, OfferDraw{}).error == "a draw was offered already; move first");
    table.move(black, "e7e5");
    CHECK(table.act(white, OfferDraw{}).error.empty());
}

TEST_CASE("either side runs out of time, resigns, aborts and claims alike") {
    for (const Side side : {white, black}) {
        CAPTURE(index(side));
        const auto begin = [&](Table& table) {
            if (side == black) table.move(white, "e2e4");
        };
        Table late;
        begin(late);
        late.wait(60s + 100ms).tick();
        CHECK(late.game.end() == Ended{Ending::timeout, ~side, "timeout"});
        CHECK(late.game.snapshot(late.now)["end"]["winner"] == index(~side));
        // A move that comes at that very moment is too late; one a millisecond earlier is not.
        Table too_late, in_time;
        for (Table* table : {&too_late, &in_time}) begin(*table);
        too_late.wait(60s).move(side, side == white ? "e2e4" : "e7e5");
        CHECK(too_late.game.end() == Ended{Ending::timeout, ~side, "timeout"});
        in_time.wait(60s - 1ms).move(side, side == white ? "e2e4" : "e7e5");
        CHECK(!in_time.game.end());
        CHECK(in_time.error.empty());

        Table resigned;
        resigned.act(side, Resign{});
        CHECK(resigned.game.end() == Ended{Ending::resignation, ~side, "resignation"});
        Table aborted;
        begin(aborted);
        aborted.act(side, Abort{});
        CHECK(aborted.game.end() == Ended{Ending::aborted, std::nullopt,
                                          side == white ? "aborted by Ann" : "aborted by Bob"});
        Table gone;
        gone.act(side, Disconnect{}).wait(60s).tick();
        CHECK(gone.game.end() == Ended{Ending::disconnect, ~side, "disconnect"});
    }
}

TEST_CASE("who leaves twice or comes twice has done so once") {
    for (const Side side : {white, black}) {
        Table table;
        CHECK(table.act(side, Reconnect{}).events.empty());
        CHECK(table.act(side, Disconnect{}).events.size() == 1);
        CHECK(!table.game.is_here(side));
        CHECK(table.game.is_here(~side));
        CHECK(table.wait(59s).act(side, Disconnect{}).events.empty());
        CHECK(table.game.deadline() == start_time + 60s);  // from the first time on
        CHECK(table.act(side, Reconnect{}).events.size() == 1);
        CHECK(table.game.is_here(side));
        CHECK(table.game.deadline() == start_time + 60s + 100ms);  // the clock of White
        table.act(white, Resign{});
        CHECK(table.act(side, Disconnect{}).events.empty());
        CHECK(table.act(side, Reconnect{}).events.empty());
    }
}

TEST_CASE("the flag comes before an absence that ends at the same moment") {
    auto settings = chess();
    settings.clock.most_lag_credit = 0ms;
    settings.away_limit = 60s;
    for (const Side away : {white, black}) {
        Table table(settings);
        table.act(away, Disconnect{}).wait(60s).tick();
        CHECK(table.game.end() == Ended{Ending::timeout, black, "timeout"});
    }
    settings.away_limit = 60s - 1ms;
    Table table(settings);
    table.act(black, Disconnect{}).wait(60s).tick();
    CHECK(table.game.end() == Ended{Ending::disconnect, white, "disconnect"});
}

TEST_CASE("a paused game waits five minutes, and one of the battlebot protocol its own limit") {
    for (const bool is_classic : {false, true}) {
        CAPTURE(is_classic);
        auto settings = chess();
        settings.is_classic = is_classic;
        settings.away_limit = 20s;
        const Milliseconds limit = is_classic ? Milliseconds(20s) : Milliseconds(5min);
        CHECK(LiveGame::return_window == 5min);
        Table table(settings);
        table.game.pause(table.now);
        CHECK(table.game.deadline() == table.now + limit);
        CHECK(table.wait(limit - 1ms).tick().events.empty());
        CHECK(table.wait(1ms).tick().events.size() == 1);
        CHECK(table.game.end() ==
              Ended{Ending::aborted, std::nullopt, "the players did not come back"});
    }
}

TEST_CASE("a paused game goes on with the second of its players, whoever that is") {
    for (const Side first_back : {white, black}) {
        Table table;
        table.game.pause(table.now);
        CHECK(!table.game.is_here(white));
        CHECK(!table.game.is_here(black));
        CHECK(table.act(first_back, Reconnect{}).events.size() == 1);
        CHECK(table.game.is_paused());
        CHECK(table.act(first_back, Disconnect{}).events.size() == 1);
        CHECK(table.act(~first_back, Reconnect{}).events.size() == 1);
        CHECK(table.game.is_paused());
        CHECK(table.act(first_back, Reconnect{}).events.size() == 2);
        CHECK(!table.game.is_paused());
        CHECK(table.move(white, "e2e4").error.empty());
    }
}

TEST_CASE("faults count for each side, by wrong moves and by moves out of turn") {
    GameSettings settings = chess();
    settings.most_faults = 2;
    Table table(settings);
    table.move(black, "e7e5");
    CHECK(table.error.empty());  // the fault is what happened
    CHECK(table.events.size() == 1);
    CHECK(table.game.faults(black) == 1);
    CHECK(table.game.faults(white) == 0);
    table.move(white, "e2e5");
    CHECK(table.game.faults(white) == 1);
    CHECK(!table.game.end());
    table.move(black, "e7e5");
    CHECK(table.game.end() == Ended{Ending::faults, white, "too many wrong moves"});
    // Where they do not count, none is noted.
    Table lenient;
    lenient.move(white, "e2e5");
    CHECK(lenient.game.faults(white) == 0);
    CHECK(lenient.game.events().size() == 1);
}

TEST_CASE("every refusal of a game has its code") {
    const auto code = [](Table& table, Side side, const GameAction& action) {
        const auto answer = table.game.act(side, action, table.now);
        REQUIRE(!answer);
        return answer.error().code;
    };
    const auto move = [](const char* uci) { return MakeMove{{{"uci", uci}}, 0ms}; };
    using enum ErrorCode;
    Table table;
    CHECK(code(table, black, move("e7e5")) == not_your_turn);
    CHECK(code(table, white, move("e2e5")) == illegal_move);
    CHECK(code(table, white, DeclineDraw{}) == no_draw_offered);
    CHECK(code(table, white, ClaimDraw{}) == no_draw_to_claim);
    CHECK(code(table, black, ClaimDraw{}) == not_your_turn);
    table.act(black, OfferDraw{});
    CHECK(code(table, black, OfferDraw{}) == draw_already_offered);
    CHECK(code(table, black, DeclineDraw{}) == no_draw_offered);  // it is one's own
    CHECK(code(table, white, SendChat{""}) == bad_chat_length);
    CHECK(code(table, white, SendChat{std::string(201, 'x')}) == bad_chat_length);
    CHECK(table.act(white, SendChat{std::string(200, 'x')}).error.empty());
    for (int chats = 1; chats < LiveGame::most_chats; ++chats) table.act(white, SendChat{"x"});
    CHECK(code(table, white, SendChat{"x"}) == too_much_chat);
    table.move(white, "e2e4");
    CHECK(!table.game.act(black, Abort{}, table.now)->empty());
    for (const GameAction& action : std::initializer_list<GameAction>{
             move("e7e5"), OfferDraw{}, ClaimDraw{}, Resign{}, Abort{}})
        CHECK(code(table, black, action) == game_over);
    Table begun;
    begun.move(white, "e2e4").move(black, "e7e5");
    for (const Side side : {white, black}) CHECK(code(begun, side, Abort{}) == too_late_to_abort);
    begun.game.pause(begun.now);
    CHECK(code(begun, white, move("d2d4")) == game_paused);
    auto settings = chess();
    settings.contest = "Spring";
    Table of_contest(settings);
    for (const Side side : {white, black}) CHECK(code(of_contest, side, Abort{}) == contest_game);
    Table without_offers({.game = "connectfour", .players = {"Ann", "Bob"}});
    CHECK(code(without_offers, white, OfferDraw{}) == no_draw_offers);

    const auto refused = [](auto change) {
        GameSettings changed = chess();
        change(changed);
        const auto game = LiveGame::start(changed, start_time);
        REQUIRE(!game);
        return game.error().code;
    };
    CHECK(refused([](auto& s) { s.game = "go"; }) == unknown_game_kind);
    CHECK(refused([](auto& s) { s.players[1] = s.players[0]; }) == own_opponent);
    CHECK(refused([](auto& s) { s.clock.base = 0ms; }) == bad_time_control);
    CHECK(refused([](auto& s) { s.clock.base = -1ms; }) == bad_time_control);
    CHECK(refused([](auto& s) { s.clock.increment = -1ms; }) == bad_time_control);
    CHECK(refused([](auto& s) { s.setup = 5; }) == bad_setup);
    GameSettings shortest = chess();
    shortest.clock = {.base = 1ms, .increment = 0ms};
    CHECK(LiveGame::start(shortest, start_time));
}

TEST_CASE("a log's events are taken in their order, and only those that are possible") {
    Table table;
    table.move(white, "e2e4");
    LiveGame& game = table.game;
    const auto is_taken = [&](int number, GameFact fact) {
        return game.accept({number, table.now, std::move(fact), {}});
    };
    const Json reply = {{"uci", "e7e5"}};
    CHECK(!is_taken(2, Moved{black, reply, 1s}));
    CHECK(!is_taken(4, Moved{black, reply, 1s}));
    CHECK(!is_taken(3, Moved{white, reply, 1s}));
    CHECK(!is_taken(3, Moved{black, {{"uci", "e7e4"}}, 1s}));
    CHECK(!is_taken(3, Started{chess()}));
    CHECK(game.events().size() == 2);
    CHECK(is_taken(3, Moved{black, reply, 1s}));
    CHECK(is_taken(4, Ended{Ending::resignation, black, "resignation"}));
    CHECK(!is_taken(5, Moved{white, {{"uci", "d2d4"}}, 1s}));
    CHECK(!is_taken(5, Disconnected{white}));
    CHECK(is_taken(5, Chatted{"Ann", "thank you"}));
    CHECK(!LiveGame::replay({GameEvent{1, start_time, Paused{}, {}}}));
}

TEST_CASE("a game as it stands tells all of it") {
    Table table;
    table.wait(2s).move(white, "e2e4").wait(1s).act(black, Disconnect{});
    const Json json = table.game.snapshot(table.now);
    CHECK(json["game"] == "chess");
    CHECK(json["players"] == Json{"Ann", "Bob"});
    CHECK(json["rated"] == false);
    CHECK(json["number"] == 3);
    CHECK(json["plies"] == 1);
    CHECK(json["toMove"] == 1);
    CHECK(json["connected"] == Json{true, false});
    CHECK(json["paused"] == false);
    CHECK(json["clocks"] == Json{59'000, 59'000});
    CHECK(json["serverTime"] == 1'003'000);
    CHECK(!json.contains("end"));
    CHECK(table.game.side_of("Ann") == white);
    CHECK(table.game.side_of("Bob") == black);
    CHECK(!table.game.side_of("Eve"));
    CHECK(table.game.start_time() == start_time);
    CHECK(table.game.abort(table.now).size() == 1);
    CHECK(table.game.abort(table.now).empty());
    CHECK(table.game.pause(table.now).empty());
    CHECK(table.game.snapshot(table.now)["end"] ==
          Json{{"ending", "aborted"},
               {"winner", nullptr},
               {"reason", "aborted by the server's operator"}});
}
