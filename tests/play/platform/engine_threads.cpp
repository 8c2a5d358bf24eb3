// The engine with several threads, told this and that at once: made to be run by the thread
// sanitizer too.
#include <atomic>
#include <thread>

#include "chess/fen.hpp"
#include "chess/movegen.hpp"
#include "platform/engine.hpp"
#include "platform/perft.hpp"
#include "platform/thread_pool.hpp"
#include "support/test.hpp"

using namespace kibitz;

namespace {

struct Counter final : EngineListener {
    void on_info(const SearchInfo&) override { ++infos; }
    void on_best_move(const BestMove& best) override {
        last = best;
        ++moves;
    }
    std::atomic<int> infos = 0, moves = 0;
    BestMove last;
};

const Limits without_end{.infinite = true};

}  // namespace

TEST_CASE("each search answers once, with a legal move, however soon it is stopped") {
    Counter counter;
    Engine engine;
    REQUIRE(engine.set_threads(3));
    engine.set_listener(&counter);
    constexpr int searches = 100;
    for (int i = 1; i <= searches; ++i) {
        engine.go(without_end);
        // From another thread, at once or a little later.
        std::thread([&] {
            for (int spin = 0; spin < i * 100; ++spin) (void)engine.searches_without_end();
            engine.stop();
        }).join();
        engine.wait();
        REQUIRE(counter.moves == i);
        REQUIRE(engine.position().is_legal(counter.last.move));
        if (!counter.last.ponder.is_none())
            REQUIRE(engine.position().after(counter.last.move).is_legal(counter.last.ponder));
    }
}

TEST_CASE("a pondering search answers after ponderhit only") {
    Counter counter;
    Engine engine;
    REQUIRE(engine.set_threads(2));
    engine.set_listener(&counter);
    CHECK_FALSE(engine.ponderhit());
    for (int i = 0; i < 20; ++i) {
        engine.go({.depth = 1, .ponder = true});
        CHECK(engine.searches_without_end());
        CHECK(counter.moves == i);
        CHECK(engine.ponderhit());
        engine.wait();
        CHECK(counter.moves == i + 1);
        CHECK_FALSE(engine.searches_without_end());
    }
}

TEST_CASE("what changes during a search holds for the next one") {
    Engine engine;
    engine.go(without_end);
    const Position other = *parse_fen("8/8/8/8/8/5k2/5p2/5K2 b - - 0 1");
    engine.set_position(other, {});
    engine.options().multi_pv = 2;
    engine.stop();
    engine.wait();
    CHECK(Position::initial().is_legal(engine.best_move().move));
    CHECK(engine.result().lines.size() == 1);
    engine.think({.depth = 3});
    CHECK(other.is_legal(engine.best_move().move));
    CHECK(engine.result().lines.size() == 2);
}

TEST_CASE("threads and table change between searches") {
    Engine engine;
    for (const int threads : {4, 1, 2}) {
        REQUIRE(engine.set_threads(threads));
        CHECK(engine.threads() == threads);
        REQUIRE(engine.set_hash_mb(threads));
        CHECK(engine.hash_mb() == threads);
        CHECK(Position::initial().is_legal(engine.think({.depth = 6}).move));
        engine.new_game();
    }
    CHECK_FALSE(engine.set_hash_mb(Engine::max_hash_mb));
    CHECK(engine.hash_mb() == 2);
    CHECK(Position::initial().is_legal(engine.think({.depth = 6}).move));
}

TEST_CASE("a limit on nodes counts those of this search, also of threads that have not begun") {
    Engine engine;
    REQUIRE(engine.set_threads(3));
    constexpr std::uint64_t few = 20'000;
    for (int i = 0; i < 10; ++i) {
        engine.think({.nodes = 10 * few});
        engine.think({.nodes = few});
        CHECK(engine.nodes() >= few);
    }
}

TEST_CASE("an engine that goes away ends its search") {
    Counter counter;
    {
        Engine engine;
        REQUIRE(engine.set_threads(2));
        engine.set_listener(&counter);
        engine.go(without_end);
    }
    CHECK(counter.moves == 1);
}

TEST_CASE("without a legal move there is none to answer") {
    Engine engine;
    engine.set_position(*parse_fen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), {});
    CHECK(engine.think({.depth = 5}).move.is_none());
}

TEST_CASE("perft counts the same on any number of threads") {
    const Position kiwipete =
        *parse_fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    const CorePath& path = Engine().core_path();
    constexpr std::uint64_t leaves_at_4 = 4'085'603;
    for (const int threads : {1, 2, 5}) {
        const PerftReport report = run_perft(path, kiwipete, 4, threads, true);
        CHECK(report.leaves == leaves_at_4);
        CHECK(report.moves.size() == 48);
    }
    CHECK(run_perft(path, kiwipete, 1, 2, false).leaves == 48);
    CHECK(run_perft(path, kiwipete, 2, 2, false).leaves == 2'039);
}

TEST_CASE("a pool runs each job on its thread, and resizes") {
    ThreadPool pool;
    for (const int size : {3, 1, 4, 0, 2}) {
        REQUIRE(pool.resize(size));
        CHECK(pool.size() == size);
        std::atomic<int> sum = 0;
        pool.run_on_all([&](int i) { sum += i + 1; });
        CHECK(sum == size * (size + 1) / 2);
    }
}
