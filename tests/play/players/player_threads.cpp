// Players through their common interface: moves, errors, cancelling, pace.
#include "players/player.hpp"

#include <atomic>
#include <chrono>
#include <thread>

#include "chess/fen.hpp"
#include "chess/movegen.hpp"
#include "players/background_player.hpp"
#include "players/level_files.hpp"
#include "players/make_player.hpp"
#include "support/test.hpp"

using namespace kibitz;
using namespace kibitz::players;
using namespace std::chrono_literals;

namespace {

std::unique_ptr<Player> make(PlayerSettings settings) {
    auto made = make_player(settings, default_resources());
    REQUIRE(made.has_value());
    return *std::move(made);
}

std::vector<PlayerSettings> one_of_each_kind() {
    return {{.name = "engine", .kind = EngineSettings{.nodes = 2'000}},
            {.name = "classic", .kind = ClassicSettings{.level = 2}},
            {.name = "random", .kind = RandomSettings{}},
            {.name = "human", .kind = HumanSettings{}}};
}

// Would think very long if nobody stopped it.
std::vector<PlayerSettings> thinkers() {
    HumanSettings calculating;
    calculating.calculation = {.nodes = 100'000'000, .lines = 3};
    return {{.name = "engine", .kind = EngineSettings{.move_time = 60'000}},
            {.name = "classic", .kind = ClassicSettings{.level = 9, .tree_mb = 4096}},
            {.name = "human", .kind = calculating}};
}

}  // namespace

TEST_CASE("every kind plays a legal move and refuses a finished game") {
    for (const PlayerSettings& settings : one_of_each_kind()) {
        CAPTURE(settings.name);
        const auto player = make(settings);
        REQUIRE(player->new_game(1).has_value());
        Line game;
        for (int ply = 0; ply < 6; ++ply) {
            const auto choice = player->choose({game, {}}, {}, {});
            REQUIRE(choice.has_value());
            REQUIRE(game.position().is_legal(choice->move));
            game.play(choice->move);
        }
        const Line mated(*parse_fen("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"));
        const auto none = player->choose({mated, {}}, {}, {});
        REQUIRE_FALSE(none.has_value());
        CHECK(none.error().kind == PlayerError::Kind::game_over);
    }
}

TEST_CASE("other people's engines need somebody who starts them") {
    const PlayerSettings settings{.name = "other", .kind = ExternalSettings{.command = "x"}};
    CHECK(make_player(settings, default_resources()).error() ==
          "other: other people's engines do not run here");
}

TEST_CASE("settings that cannot be met are reported with the player's name") {
    const PlayerSettings settings{.name = "bad", .kind = ClassicSettings{.level = 0}};
    CHECK(make_player(settings, default_resources()).error() == "bad: level: must be 1 to 32");
}

TEST_CASE("whoever thinks long can be stopped and used again") {
    for (const PlayerSettings& settings : thinkers()) {
        CAPTURE(settings.name);
        BackgroundPlayer background(make(settings));
        for (const auto delay : {0ms, 1ms, 150ms}) {
            std::atomic<int> cancelled = 0, done = 0;
            background.think(Line(), {}, false, {}, [&](const auto& choice) {
                ++done;
                if (!choice && choice.error().kind == PlayerError::Kind::cancelled) ++cancelled;
            });
            std::this_thread::sleep_for(delay);
            const auto start = std::chrono::steady_clock::now();
            background.cancel();
            CHECK(std::chrono::steady_clock::now() - start < 2s);
            CHECK(done == 1);
            CHECK(cancelled == 1);
        }
    }
}

TEST_CASE("a player in the background reports its move once") {
    BackgroundPlayer background(make({.name = "h", .kind = HumanSettings{}}));
    std::atomic<int> reports = 0, moves = 0;
    background.think(
        Line(), {}, false, [&](const SearchProgress&) { ++reports; },
        [&](const auto& choice) { moves += choice.has_value(); });
    background.wait();
    CHECK(reports == 1);
    CHECK(moves == 1);
}

TEST_CASE("at a human pace it takes its time, and can be stopped in it") {
    HumanSettings settings;
    settings.pace = {.seconds = 0.2, .hurry = 40, .variation = 0};
    const auto player = make({.name = "h", .kind = settings});
    const Line game;
    auto start = std::chrono::steady_clock::now();
    const auto choice = player->choose({game, {}, true}, {}, {});
    REQUIRE(choice.has_value());
    CHECK(choice->time_ms > 20);
    CHECK(std::chrono::steady_clock::now() - start >= std::chrono::milliseconds(choice->time_ms));

    settings.pace.seconds = 600;
    BackgroundPlayer slow(make({.name = "h", .kind = settings}));
    std::atomic<bool> cancelled = false;
    slow.think(game, {}, true, {}, [&](const auto& answer) { cancelled = !answer.has_value(); });
    std::this_thread::sleep_for(50ms);
    start = std::chrono::steady_clock::now();
    slow.cancel();
    CHECK(cancelled);
    CHECK(std::chrono::steady_clock::now() - start < 2s);
}

TEST_CASE("the random mover's seed repeats its game") {
    const auto play = [](std::uint64_t seed, std::uint64_t number) {
        const auto player = make({.name = "r", .kind = RandomSettings{.seed = seed}});
        REQUIRE(player->new_game(number).has_value());
        Line game;
        while (!game.outcome() && game.moves().size() < 40)
            game.play(player->choose({game, {}}, {}, {})->move);
        return game.position().key();
    };
    CHECK(play(1, 1) == play(1, 1));
    CHECK(play(1, 1) != play(2, 1));
    CHECK(play(1, 1) != play(1, 2));
}
