// The classic player's rating as a table.
#include "players/classic/rating_text.hpp"

#include <string>

#include "chess/fen.hpp"
#include "support/test.hpp"

using namespace kibitz;
using namespace kibitz::players;

TEST_CASE("explain shows every part") {
    const auto position = parse_fen("4k3/8/8/3r4/2P5/8/6B1/4K3 w - - 0 1", SetupRules::lenient);
    REQUIRE(position.has_value());
    const std::string text = explain(*position, RatingSettings{});
    for (const char* part : {"intrinsic", "attack", "defence", "check", "checkmate", "total"})
        CHECK(text.find(part) != std::string::npos);
    CHECK(text.find("10.00") != std::string::npos);  // the attacked rook, twice
}
