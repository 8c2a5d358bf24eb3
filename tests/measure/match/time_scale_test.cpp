#include "match/time_scale.hpp"

#include <nlohmann/json.hpp>

#include "match/game_json.hpp"
#include "match/pgn_writer.hpp"
#include "support/test.hpp"

using namespace kibitz;
using namespace kibitz::match;
using namespace std::chrono_literals;

namespace {

MatchSettings two_players() {
    MatchSettings settings;
    settings.players.resize(2);
    settings.players[0].player.name = "a";
    settings.players[1].player.name = "b";
    for (Participant& player : settings.players)
        player.limits.clock = TimeControl{.moves = 40, .base = 10s, .increment = 100ms};
    return settings;
}

}  // namespace

TEST_CASE("a share of the time changes clocks and move times, and nothing else") {
    MatchSettings settings = two_players();
    settings.players[1].limits.clock.reset();
    settings.players[1].limits.move_time = 3ms;
    settings.players[1].limits.margin = 50ms;
    settings.players[1].limits.nodes = 7;
    const MatchSettings longer = scaled(settings, 1500);
    CHECK(longer.players[0].limits.clock ==
          TimeControl{.moves = 40, .base = 15s, .increment = 150ms});
    CHECK(longer.players[1].limits.move_time == 5ms);
    CHECK(longer.players[1].limits.margin == 50ms);
    CHECK(longer.players[1].limits.nodes == 7U);
    CHECK(scaled(settings, whole_time).players == settings.players);
    // Nothing becomes a time of zero, and no time stays none.
    CHECK(scaled(settings, 1).players[1].limits.move_time == 1ms);
    CHECK(scaled(TimeControl{.moves = 0, .base = 1s, .increment = 0ms}, 500) ==
          TimeControl{.moves = 0, .base = 500ms, .increment = 0ms});
}

TEST_CASE("a game keeps its share of the time, and older games have the whole of it") {
    const MatchSettings settings = two_players();
    const GameTask task{.number = 0, .white = 0, .black = 1};
    PlayedGame game;
    game.opening.start = Position::initial();
    CHECK_FALSE(to_json(task, game).contains("time_permille"));
    CHECK(game_from_json(to_json(task, game))->game.time_permille == whole_time);
    game.time_permille = 2000;
    CHECK(game_from_json(to_json(task, game))->game.time_permille == 2000);
    CHECK(to_pgn(settings, task, game, "2026.01.01").contains("[TimeControl \"40/20+0.2\"]"));
}
