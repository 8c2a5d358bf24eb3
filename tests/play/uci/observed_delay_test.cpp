#include "uci/observed_delay.hpp"

#include "chess/movegen.hpp"
#include "chess/position.hpp"
#include "support/test.hpp"

using namespace kibitz;
using namespace std::chrono_literals;

namespace {

constexpr std::int64_t configured = 10;

// A game as a GUI sees it: each move costs more on its clock than the engine takes.
struct Game {
    uci::ObservedDelay delay;
    Position position = Position::initial();
    ClockTime clock{.remaining = 60'000, .increment = 100};
    int moves_to_go = 0;
    uci::ObservedDelay::Time now{};

    Limits limits(bool ponder = false) const {
        Limits made;
        made.has_clock = true;
        made.clock.fill(clock);
        made.moves_to_go = moves_to_go;
        made.ponder = ponder;
        return made;
    }
    void both_move() {
        for (int side = 0; side < 2; ++side)
            position = position.after(*legal_moves(position).begin());
    }
    void play(std::chrono::milliseconds taken, std::chrono::milliseconds cost) {
        delay.on_go(limits(), position, now);
        now += taken;
        delay.on_move(now);
        clock.remaining += clock.increment - (taken + cost).count();
        now += 1s;  // the opponent's
        both_move();
    }
    // What the next search would be given.
    MoveOverhead overhead() {
        delay.on_go(limits(), position, now);
        return delay.overhead(configured);
    }
};

}  // namespace

TEST_CASE("nothing is known before the second move") {
    Game game;
    CHECK(game.overhead().usual == configured);
    CHECK(game.overhead().worst == configured);
}

TEST_CASE("small delays change nothing") {
    Game game;
    for (int move = 0; move < 50; ++move) game.play(200ms, 3ms);
    CHECK(game.overhead().usual == configured);
    CHECK(game.overhead().worst == configured);
}

TEST_CASE("what each move costs is learned") {
    Game game;
    for (int move = 0; move < 100; ++move) game.play(200ms, 40ms);
    CHECK(game.overhead().usual == 40);
    CHECK(game.overhead().worst == 40);
    SUBCASE("and unlearned") {
        for (int move = 0; move < 400; ++move) game.play(200ms, 1ms);
        CHECK(game.overhead().usual == configured);
        CHECK(game.overhead().worst == configured);
    }
    SUBCASE("and kept for the next game") {
        game.delay.on_new_game();
        game.clock.remaining = 60'000;
        CHECK(game.overhead().usual == 40);
    }
}

TEST_CASE("one long delay is remembered as the worst case, not as the usual one") {
    Game game;
    for (int move = 0; move < 50; ++move) game.play(200ms, 2ms);
    game.play(200ms, 90ms);
    CHECK(game.overhead().usual == configured);
    CHECK(game.overhead().worst == 90);
}

TEST_CASE("what only looks like a delay is not learned") {
    Game game;
    game.play(200ms, 2ms);
    SUBCASE("the clock was set") { game.clock.remaining -= 30'000; }
    SUBCASE("another game, which nobody announced") {
        game.clock.remaining -= 500;
        game.both_move();
    }
    SUBCASE("another increment") {
        game.clock.remaining -= 500;
        game.clock.increment = 0;
    }
    SUBCASE("a new game") {
        game.clock.remaining -= 500;
        game.delay.on_new_game();
    }
    SUBCASE("another time control") {
        game.clock.remaining -= 500;
        game.moves_to_go = 40;
    }
    CHECK(game.overhead().worst == configured);
}

TEST_CASE("the opponent's time is not ours") {
    Game game;
    game.delay.on_go(game.limits(true), game.position, game.now);
    game.now += 10s;
    game.delay.on_ponder_hit(game.now);
    game.now += 300ms;
    game.delay.on_move(game.now);
    game.clock.remaining += game.clock.increment - 300 - 55;
    game.both_move();
    CHECK(game.overhead().worst == 55);
}

TEST_CASE("a search that pondered in vain says nothing") {
    Game game;
    game.delay.on_go(game.limits(true), game.position, game.now);
    game.now += 10s;
    game.delay.on_move(game.now);  // after "stop"
    game.clock.remaining -= 500;
    game.both_move();
    CHECK(game.overhead().worst == configured);
}
