#include "games/support.hpp"

using namespace kibitz::games;

namespace {

void play_all(State& state, std::initializer_list<const char*> moves) {
    for (const char* move : moves) play(state, {{"uci", move}});
}

}  // namespace

TEST_CASE("checkmate, stalemate and a dead position end the game") {
    const auto mate = start("chess");
    play_all(*mate, {"f2f3", "e7e5", "g2g4", "d8h4"});
    CHECK(mate->outcome() == Outcome{Side::second, "checkmate"});
    CHECK(mate->view() ==
          Json{{"fen", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"},
               {"check", true},
               {"last", {{"uci", "d8h4"}, {"san", "Qh4#"}}}});

    const auto stalemate = start("chess", {{"fen", "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1"}});
    play_all(*stalemate, {"f1f7"});
    CHECK(stalemate->outcome() == Outcome{std::nullopt, "stalemate"});

    const auto dead = start("chess", {{"fen", "7k/8/8/8/8/8/4q3/4K3 w - - 0 1"}});
    CHECK(!dead->can_win(Side::first));
    CHECK(dead->can_win(Side::second));
    play_all(*dead, {"e1e2"});
    CHECK(dead->outcome() == Outcome{std::nullopt, "dead position"});
}

TEST_CASE("threefold repetition is claimed, fivefold ends the game") {
    const auto game = start("chess");
    for (int round = 2; round <= 5; ++round) {
        CHECK(!game->outcome());
        CHECK(game->draw_claim().has_value() == (round > 3));
        play_all(*game, {"g1f3", "g8f6", "f3g1", "f6g8"});
    }
    REQUIRE(game->outcome());
    CHECK(!game->outcome()->winner);
}

TEST_CASE("castling in both notations; Chess960 answers in its own") {
    const char* fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    CHECK(start("chess", {{"fen", fen}})->check({{"uci", "e1h1"}}) == Json{{"uci", "e1g1"}});
    CHECK(start("chess960", {{"fen", fen}})->check({{"uci", "e1g1"}}) == Json{{"uci", "e1h1"}});
}

TEST_CASE("starts: Chess960 by number, others by FEN, nonsense in words") {
    CHECK(start("chess960", {{"number", 518}})->view()["fen"] ==
          "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    const auto error = [](std::string_view game, const Json& setup) {
        const auto state = find(game)->start(setup);
        REQUIRE(!state);
        return state.error();
    };
    CHECK(error("chess960", {{"number", 960}}) == "the number of a Chess960 start is 0 to 959");
    CHECK(error("chess960", {{"number", -1}}) == "the number of a Chess960 start is 0 to 959");
    CHECK(error("chess960", Json::object()) == "the number of a Chess960 start is 0 to 959");
    CHECK(error("chess", {{"number", 1}}) == "setup: there is no field \"number\"");
    CHECK(error("chess", {{"fen", 1}}) == "setup: \"fen\" is not a text");
    CHECK(error("chess", {{"fen", "x"}}).starts_with("FEN, field"));
    CHECK(error("chess", {{"fen", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"}}) ==
          "the game is over in this position: stalemate");
    CHECK(error("chess", {{"fen", "1r2k3/8/8/8/8/8/8/4K1R1 w G - 0 1"}}) ==
          "this castling needs the game chess960");
}

TEST_CASE("an illegal move is refused in words") {
    CHECK(error_of(*start("chess"), {{"uci", "e2e5"}}) == "move \"e2e5\": illegal here");
    CHECK(error_of(*start("chess"), {{"uci", "0000"}}) != "");
    CHECK(error_of(*start("chess"), {{"uci", std::string(10'000, 'a')}}).size() < 200);
    CHECK(error_of(*start("chess"), "e2e4") == R"(a move is {"uci": "e2e4"})");
}

TEST_CASE("a game as PGN") {
    const Record record{
        .moves = {{{"uci", "f2f3"}}, {{"uci", "e7e5"}}, {{"uci", "g2g4"}}, {{"uci", "d8h4"}}},
        .players = {"Ann", "Bob"},
        .event = "Spring",
        .date = "2017.07.01",
        .tags = {{"Site", "here"}, {"TimeControl", "60+0"}},
        .clocks = {std::chrono::seconds(60), std::chrono::milliseconds(59500)},
        .is_over = true,
        .winner = Side::second};
    CHECK(find("chess")->notation(record) ==
          "[Event \"Spring\"]\n[Site \"here\"]\n[Date \"2017.07.01\"]\n[Round \"?\"]\n"
          "[White \"Ann\"]\n[Black \"Bob\"]\n[Result \"0-1\"]\n"
          "[TimeControl \"60+0\"]\n\n"
          "1. f3 {[%clk 0:01:00]} 1... e5 {[%clk 0:00:59.5]} 2. g4 Qh4# 0-1\n");
    const auto chess960 = find("chess960")->notation({.setup = {{"number", 0}}});
    REQUIRE(chess960);
    CHECK(chess960->find("[Variant \"Chess960\"]") != std::string::npos);
    CHECK(chess960->find("[Result \"*\"]") != std::string::npos);
    CHECK(!find("chess")->notation({.moves = {{{"uci", "e2e5"}}}}));
    CHECK(!find("connectfour")->notation({}));
}
