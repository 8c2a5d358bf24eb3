#include "uci/client/xboard_lines.hpp"

#include "chess/fen.hpp"
#include "chess/uci_move.hpp"
#include "support/test.hpp"

using namespace kibitz;
using namespace kibitz::uci_client;

namespace {

SearchInfo thinking(std::string_view line) { return read_thinking(Position::initial(), line); }

}  // namespace

TEST_CASE("lines with moves") {
    CHECK(find_move("move e2e4") == "e2e4");
    CHECK(find_move("move O-O") == "O-O");
    CHECK(find_move("12. ... Nf6") == "Nf6");
    CHECK(find_move("12 ... g8f6") == "g8f6");
    CHECK(find_move("move") == "");
    for (const char* other : {"moves e2e4", "movee2e4", "12. e4", "# move e2e4", "... e7e5",
                              "My move is : e2e4", "", " 5 20 100 4000 e2e4"}) {
        CAPTURE(other);
        CHECK(!find_move(other).has_value());
    }
}

TEST_CASE("moves in coordinates and SAN") {
    const auto fen = parse_fen("r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 0 1");
    REQUIRE(fen.has_value());
    const auto text = [&](std::string_view move) { return to_uci(read_move(*fen, move)); };
    CHECK(text("e1g1") == "e1g1");
    CHECK(text("O-O-O") == "e1c1");
    CHECK(text("b7a8q") == "b7a8q");
    CHECK(text("bxa8=N") == "b7a8n");
    CHECK(text("Rh5") == "h1h5");
    for (const char* bad : {"", "b7a8", "e1e3", "a1a1", "0000", "pass", "@@@@"}) {
        CAPTURE(bad);
        CHECK(read_move(*fen, bad) == Move::none());
    }
}

TEST_CASE("results and complaints") {
    CHECK(find_result("1/2-1/2 {Draw by repetition}") == "1/2-1/2");
    CHECK(find_result("0-1 {White resigns}") == "0-1");
    CHECK(!find_result("1-0-1").has_value());
    CHECK(!find_result("result 1-0").has_value());

    CHECK(find_rejection("Illegal move: e2e5") == "e2e5");
    CHECK(find_rejection("Illegal move:e2e5") == "e2e5");
    CHECK(find_rejection("Illegal move (in check): e2e5") == "e2e5");
    CHECK(find_rejection("Error (unknown command): usermove e2e4") == "e2e4");
    CHECK(!find_rejection("Illegal move").has_value());
    CHECK(!find_rejection("What an error: e2e4").has_value());
}

TEST_CASE("thinking output") {
    SearchInfo info = thinking("  9  -156   1084    48000 Nf3 Nc6 (TB) e5");
    CHECK(info.depth == 9);
    CHECK(info.score == EngineScore{false, -156});
    CHECK(info.nodes == 48000);
    CHECK(!info.selective_depth.has_value());
    CHECK(info.pv == "g1f3 b8c6");

    info = thinking("11. +8 12 500 1. e4 e5 2. Nf3");
    CHECK(info.depth == 11);
    CHECK(info.score == EngineScore{false, 8});
    CHECK(info.pv == "e2e4 e7e5 g1f3");

    info = thinking("9 156 1084 48000 23 1700 5\td2d4 (d7d5)");
    CHECK(info.selective_depth == 23);
    CHECK(info.nodes_per_second == 1700);
    CHECK(info.tablebase_hits == 5);
    CHECK(info.pv == "d2d4 d7d5");

    // A line of play that cannot be read leaves the numbers.
    info = thinking("3 20 0 100 e7e5 what");
    CHECK(info.depth == 3);
    CHECK(info.pv.empty());
}

TEST_CASE("scores of mates, and scores that are none") {
    CHECK(thinking("9 100003 0 1 e4").score == EngineScore{true, 3});
    CHECK(thinking("9 -100004 0 1 e4").score == EngineScore{true, -4});
    CHECK(thinking("9 -100000 0 1 e4").score == EngineScore{true, -1});
    CHECK(thinking("9 32000 0 1 e4").score == EngineScore{false, 32000});
    CHECK(thinking("9 99999999999 0 1 e4").score == EngineScore{false, 100'000});
}

TEST_CASE("what is no thinking output") {
    for (const char* other :
         {"", "9 156 1084", "9 156 1084 Nf3", "move e2e4", "# 9 1 1 1 e4", "1x2 1 1 1 e4",
          "a 1 1 1 e4", "9 1.5 1 1 e4", "99999999999999999999 1 1 1", "stat01: 5 100 3 2 40"}) {
        CAPTURE(other);
        CHECK(!is_thinking(other));
        CHECK(!thinking(other).score.has_value());
    }
}
