#include "chess/pasted_position.hpp"

#include <doctest/doctest.h>

#include <string>

#include "chess/fen.hpp"

using namespace kibitz;

TEST_CASE("positions as people paste them") {
    const std::string fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    for (const std::string& text : {
             std::string("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"),
             std::string("4k3/8/8/8/8/8/4P3/4K3"),
             std::string("4k3/8/8/8/8/8/4P3/4K3_w_-_-_0_1"),
             std::string("\"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\""),
             std::string("\u201C4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\u201D"),
             std::string("FEN: 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"),
             std::string("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]"),
             std::string("fen=4k3/8/8/8/8/8/4P3/4K3 w - - 0 1;"),
             std::string("Position: 4k3/8/8/8/8/8/4P3/4K3 w \u2013 \u2013 0 1"),
             std::string("4k3/8/8/8/8/8/4P3/4K3\u00A0w\u00A0-\u00A0-\u00A00\u00A01"),
             std::string("\u200B4k3/8/8/8/8/8/4P3/\u00AD4K3 w - - 0 1\u200E"),
             std::string("position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"),
             std::string("https://lichess.org/analysis/standard/4k3/8/8/8/8/8/4P3/4K3_w_-_-_0_1"),
             std::string("https://lichess.org/editor/4k3/8/8/8/8/8/4P3/4K3_w_-_-_0_1?color=white"),
             std::string("https://www.chess.com/"
                         "analysis?fen=4k3%2F8%2F8%2F8%2F8%2F8%2F4P3%2F4K3+w+-+-+0+1"),
             std::string("https://x.org/?fen=4k3/8/8/8/8/8/4P3/4K3%20w%20-%20-%200%201&flip=1"),
             std::string("4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"x 3\";"),
             std::string("4k3/8/8/8/8/8/4P3/4K3 White - - 0 1"),
             std::string("4k3/8/8/8/8/8/4P3/4K3 w - - 161+0 0 1"),
             std::string("4k3\\8\\8\\8\\8\\8\\4P3\\4K3 w - - 0 1"),
         }) {
        CAPTURE(text);
        const auto position = parse_position(text);
        REQUIRE(position.has_value());
        CHECK(to_fen(*position) == fen);
    }
    CHECK(to_fen(*parse_position("4k3/8/8/8/8/8/4P3/4K3 b - - bm Kd7; hmvc 3; fmvn 20;")) ==
          "4k3/8/8/8/8/8/4P3/4K3 b - - 3 20");
    const auto game = parse_pasted_position("position startpos moves e2e4 e7e5");
    REQUIRE(game.has_value());
    CHECK(game->start == Position::initial());
    CHECK(game->moves.size() == 2);
    CHECK(to_fen(*parse_position("position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4 e8e7")) ==
          "8/4k3/8/8/4P3/8/8/4K3 w - - 1 2");
}

TEST_CASE("what is no position is refused, with what is wrong") {
    for (const std::string text :
         {"", "hello", "8/8/8/8/8/8/8/8 w - - 0 1", "4k3/8/8/8/8/8/4P3/4K3 x - - 0 1",
          "position startpos moves e2e5", "9/8/8/8/8/8/8/8", "4k3/8/8/8/8/8/4P3 w - - 0 1"}) {
        CAPTURE(text);
        CHECK_FALSE(parse_position(text).has_value());
    }
}
