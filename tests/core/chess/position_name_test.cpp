#include "chess/position_name.hpp"

#include "chess/fen.hpp"
#include "chess/position.hpp"
#include "support/test.hpp"

using namespace kibitz;

TEST_CASE("A position's name is the beginning of its key in hexadecimal") {
    CHECK(position_name(0x0123'4567'89AB'CDEFull) == "0123456789");
    CHECK(position_name(0xFEDC'BA98'0000'0000ull) == "fedcba9800");
    CHECK(position_name(0) == "0000000000");
}

// What is stored by these names is lost if the keys change: the explorer's table must then be made
// anew, and the games that people keep in browsers must be indexed again.
TEST_CASE("The names of positions stay as they are") {
    const auto name = [](const char* fen) { return position_name(parse_fen(fen).value().key()); };
    CHECK(position_name(Position::initial().key()) == "82b1219331");
    CHECK(name("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3") == "4f92909b49");
    CHECK(name("4k2r/8/8/8/8/8/8/4K3 b k - 0 1") == "3acf36d8d8");
}
