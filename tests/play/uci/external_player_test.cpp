// Other people's engines as players.
#include "uci/external_player.hpp"

#include "chess/fen.hpp"
#include "support/test.hpp"

using namespace kibitz;
using namespace kibitz::players;

namespace {

ExternalSettings engine(std::vector<std::string> arguments) {
    return {.command = test::program("fake_engine").string(),
            .arguments = std::move(arguments),
            .nodes = 100};
}

std::expected<Choice, PlayerError> answer(const ExternalSettings& settings) {
    const auto player = make_external_player(settings);
    REQUIRE_MESSAGE(player.has_value(), player.error());
    REQUIRE((*player)->new_game(1).has_value());
    const Line game;
    return (*player)->choose({game, {}}, {}, {});
}

}  // namespace

TEST_CASE("an engine plays whole games, one after the other") {
    const auto player = make_external_player(engine({"plays"}));
    REQUIRE(player.has_value());
    for (std::uint64_t number = 0; number < 2; ++number) {
        REQUIRE((*player)->new_game(number).has_value());
        Line game;
        while (!game.outcome() && game.moves().size() < 20) {
            const auto choice = (*player)->choose({game, {}}, {}, {});
            REQUIRE(choice.has_value());
            REQUIRE(game.position().is_legal(choice->move));
            game.play(choice->move);
        }
        CHECK(game.moves().size() == 20);
    }
}

TEST_CASE("an engine that dies is reported, and started again for the next game") {
    const auto player = make_external_player(engine({"crashes", "after=1"}));
    REQUIRE(player.has_value());
    for (std::uint64_t number = 0; number < 2; ++number) {
        CAPTURE(number);
        REQUIRE((*player)->new_game(number).has_value());
        const Line game;
        CHECK((*player)->choose({game, {}}, {}, {}).has_value());
        const auto dead = (*player)->choose({game, {}}, {}, {});
        REQUIRE_FALSE(dead.has_value());
        CHECK(dead.error().kind == PlayerError::Kind::failed);
    }
}

TEST_CASE("faults of an engine are reported in words") {
    const auto illegal = answer(engine({"illegal"}));
    REQUIRE_FALSE(illegal.has_value());
    CHECK(illegal.error().text.starts_with("illegal move"));
    const auto missing = make_external_player({.command = "/nowhere/engine"});
    REQUIRE_FALSE(missing.has_value());
    CHECK(missing.error().find("/nowhere/engine") != std::string::npos);
}

TEST_CASE("a finished game is refused") {
    const auto player = make_external_player(engine({"plays"}));
    REQUIRE(player.has_value());
    const Line mated(*parse_fen("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"));
    const auto none = (*player)->choose({mated, {}}, {}, {});
    REQUIRE_FALSE(none.has_value());
    CHECK(none.error().kind == PlayerError::Kind::game_over);
}
