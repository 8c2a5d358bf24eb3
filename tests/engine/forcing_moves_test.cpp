#include "engine/search/forcing_moves.hpp"

#include "chess/fen.hpp"
#include "support/test.hpp"

using namespace kibitz;

namespace {

bool white_has_forcing_moves(const char* fen) {
    const auto position = parse_fen(fen, SetupRules::lenient);
    REQUIRE(position.has_value());
    return search::has_forcing_moves(*position, Color::white);
}

}  // namespace

TEST_CASE("a piece that attacks a square from which it would give check has forcing moves") {
    CHECK(white_has_forcing_moves("6k1/8/8/8/8/8/8/R3K3 w - - 0 1"));      // Ra8+
    CHECK(white_has_forcing_moves("6k1/5ppp/8/8/8/3B4/8/4K3 w - - 0 1"));  // Bxh7+
    CHECK(white_has_forcing_moves("6k1/8/8/5N2/8/8/8/4K3 w - - 0 1"));     // Ne7+, Nh6+
    CHECK(white_has_forcing_moves("6k1/5ppp/8/8/8/8/4Q3/4K3 w - - 0 1"));  // Qe8+
    CHECK(white_has_forcing_moves("6k1/5ppp/8/8/8/8/R7/4K3 b - - 0 1"));   // whoever is to move
    CHECK_FALSE(white_has_forcing_moves("6k1/5ppp/8/8/8/8/8/B3K3 w - - 0 1"));   // the wrong colour
    CHECK_FALSE(white_has_forcing_moves("k7/2p5/1p6/8/8/8/6PP/6KR w - - 0 1"));  // hemmed in
}

TEST_CASE("squares held by one's own pieces give no check") {
    CHECK_FALSE(white_has_forcing_moves("B5k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"));
    CHECK(white_has_forcing_moves("b5k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"));
}

TEST_CASE("a pawn two steps from promotion is a forcing move") {
    CHECK(white_has_forcing_moves("6k1/8/P7/8/8/8/8/6K1 w - - 0 1"));
    CHECK_FALSE(white_has_forcing_moves("6k1/8/8/P7/8/8/8/6K1 w - - 0 1"));
    CHECK_FALSE(white_has_forcing_moves("6k1/8/8/8/8/p7/8/6K1 w - - 0 1"));  // not one of White's
}
