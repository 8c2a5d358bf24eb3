// The engine as its owner sees it: thinking, limits, settings that fail and change nothing.
#include "platform/engine.hpp"

#include <atomic>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <thread>

#include "chess/fen.hpp"
#include "chess/movegen.hpp"
#include "chess/uci_move.hpp"
#include "support/test.hpp"

using namespace kibitz;
using namespace std::chrono_literals;

namespace {

Limits to_depth(Depth depth) {
    Limits limits;
    limits.depth = depth;
    return limits;
}

Limits infinite() {
    Limits limits;
    limits.infinite = true;
    return limits;
}

void set(Engine& engine, const char* fen) {
    engine.set_position(*parse_fen(fen, SetupRules::lenient), {});
}

// Counts what the engine reports.
struct Counter : EngineListener {
    std::atomic<int> infos = 0, best_moves = 0;
    BestMove last;
    void on_info(const SearchInfo&) override { ++infos; }
    void on_best_move(const BestMove& best) override {
        last = best;
        ++best_moves;
    }
};

// A file of our own, gone at the end.
struct TemporaryFile {
    explicit TemporaryFile(const char* name)
        : path((std::filesystem::temp_directory_path() / name).string()) {}
    ~TemporaryFile() {
        std::error_code ignored;
        std::filesystem::remove(path, ignored);
    }
    [[nodiscard]] std::string read() const {
        std::ifstream file(path, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    void write(const std::string& bytes) const { std::ofstream(path, std::ios::binary) << bytes; }
    std::string path;
};

}  // namespace

TEST_CASE("think gives a legal move, on any number of threads") {
    for (const int threads : {1, 2, 4}) {
        CAPTURE(threads);
        Engine engine;
        REQUIRE(engine.set_threads(threads).has_value());
        CHECK(engine.threads() == threads);
        const BestMove best = engine.think(to_depth(7));
        CHECK(Position::initial().is_legal(best.move));
        CHECK(
            (best.ponder.is_none() || Position::initial().after(best.move).is_legal(best.ponder)));
        CHECK(engine.nodes() > 0);
        // The vote may go to a thread that is not so far yet.
        if (threads == 1) CHECK(engine.result().depth == 7);
    }
}

TEST_CASE("one thread to a depth is the same every time, whatever was set in between") {
    Engine engine;
    REQUIRE(engine.set_hash_mb(1).has_value());
    engine.think(to_depth(8));
    const std::uint64_t nodes = engine.nodes();
    REQUIRE(engine.set_threads(3).has_value());
    engine.think(to_depth(8));
    REQUIRE(engine.set_threads(1).has_value());
    engine.new_game();
    engine.think(to_depth(8));
    CHECK(engine.nodes() == nodes);
}

TEST_CASE("a second search remembers the first, unless the memory is cleared") {
    Engine engine;
    engine.think(to_depth(8));
    const std::uint64_t first = engine.nodes();
    engine.think(to_depth(12));
    engine.think(to_depth(8));
    CHECK(engine.nodes() < first / 2);
    engine.new_game();
    engine.think(to_depth(8));
    CHECK(engine.nodes() == first);
}

TEST_CASE("a mate is found by all threads together") {
    Engine engine;
    REQUIRE(engine.set_threads(2).has_value());
    set(engine, "7k/8/5K2/8/8/8/8/6R1 w - - 0 1");
    engine.think(to_depth(8));
    REQUIRE_FALSE(engine.result().lines.empty());
    CHECK(engine.result().lines[0].score == mate_in(3));
}

TEST_CASE("positions without a move give none") {
    Engine engine;
    set(engine, "7k/6Q1/5K2/8/8/8/8/8 b - - 0 1");
    CHECK(engine.think(to_depth(5)).move.is_none());
    set(engine, "7k/8/5KQ1/8/8/8/8/8 b - - 0 1");
    CHECK(engine.think(to_depth(5)).move.is_none());
    CHECK(engine.result().lines.empty());
}

TEST_CASE("go, stop and what is true in between") {
    Counter counter;
    Engine engine;
    engine.set_listener(&counter);
    CHECK_FALSE(engine.searches_without_end());
    engine.go(infinite());
    CHECK(engine.searches_without_end());
    CHECK_FALSE(engine.ponderhit());
    std::this_thread::sleep_for(30ms);
    CHECK(counter.best_moves == 0);
    engine.stop();
    CHECK_FALSE(engine.searches_without_end());
    engine.wait();
    CHECK(counter.best_moves == 1);
    CHECK(counter.last.move == engine.best_move().move);
    CHECK(counter.infos > 0);

    engine.go(to_depth(3));
    CHECK_FALSE(engine.searches_without_end());
    engine.wait();
    CHECK(counter.best_moves == 2);
}

TEST_CASE("pondering ends by ponderhit or stop") {
    Counter counter;
    Engine engine;
    engine.set_listener(&counter);
    Limits limits = to_depth(2);
    limits.ponder = true;
    engine.go(limits);
    CHECK(engine.searches_without_end());
    std::this_thread::sleep_for(30ms);
    CHECK(counter.best_moves == 0);
    CHECK(engine.ponderhit());
    engine.wait();
    CHECK(counter.best_moves == 1);
    CHECK_FALSE(engine.ponderhit());

    engine.go(limits);
    engine.stop();
    engine.wait();
    CHECK(counter.best_moves == 2);
}

TEST_CASE("stop and ponderhit may come from other threads, at any moment") {
    Counter counter;
    Engine engine;
    REQUIRE(engine.set_threads(2).has_value());
    engine.set_listener(&counter);
    constexpr int searches = 40;
    for (int i = 0; i < searches; ++i) {
        Limits limits = infinite();
        limits.ponder = i % 2 == 0;
        engine.go(limits);
        std::thread other([&] {
            if (i % 4 == 0) std::this_thread::sleep_for(1ms);
            engine.ponderhit();
            engine.stop();
        });
        engine.wait();
        other.join();
    }
    CHECK(counter.best_moves == searches);
}

TEST_CASE("limits in time are kept") {
    Engine engine;
    Limits limits;
    limits.move_time = 60;
    const auto start = std::chrono::steady_clock::now();
    engine.think(limits);
    const auto took = std::chrono::steady_clock::now() - start;
    CHECK(took >= 40ms);  // 10 ms are kept back for sending the move
    CHECK(took < 5s);     // a busy machine may be late; a broken clock is later
}

TEST_CASE("the search knows the positions that the game has had") {
    const auto start = parse_fen("7k/8/8/8/8/8/8/KQ6 w - - 0 1", SetupRules::lenient);
    Position position = *start;
    std::vector<Move> twice_around;
    for (int i = 0; i < 2; ++i)
        for (const char* text : {"a1a2", "h8g8", "a2a1", "g8h8"}) {
            twice_around.push_back(*parse_uci(position, text));
            position.play(twice_around.back());
        }
    Limits king_move = to_depth(6);
    king_move.search_moves.push_back(twice_around.front());

    Engine engine;
    engine.set_position(*start, twice_around);
    engine.think(king_move);
    CHECK(engine.result().lines.front().score == score_draw);
    engine.clear_hash();
    engine.set_position(position, {});
    engine.think(king_move);
    CHECK(engine.result().lines.front().score > Score{500});
}

TEST_CASE("a number of threads that cannot be leaves the old ones") {
    Engine engine;
    REQUIRE(engine.set_threads(2).has_value());
    for (const int threads : {0, -1, Engine::max_threads + 1, 1 << 30}) {
        CAPTURE(threads);
        const auto result = engine.set_threads(threads);
        REQUIRE_FALSE(result.has_value());
        CHECK(result.error() == "there can be 1 to 1024 threads");
        CHECK(engine.threads() == 2);
    }
    CHECK_FALSE(engine.think(to_depth(4)).move.is_none());
}

TEST_CASE("a table that cannot be leaves the old one, and what is in it") {
    Engine engine;
    REQUIRE(engine.set_hash_mb(2).has_value());
    engine.think(to_depth(8));
    const std::uint64_t first = engine.nodes();
    engine.think(to_depth(12));
    for (const std::int64_t megabytes : {std::int64_t{0}, std::int64_t{-1}, Engine::max_hash_mb,
                                         Engine::max_hash_mb + 1, std::int64_t{1} << 62}) {
        CAPTURE(megabytes);
        const auto result = engine.set_hash_mb(megabytes);
        REQUIRE_FALSE(result.has_value());
        CHECK_FALSE(result.error().empty());
        CHECK(engine.hash_mb() == 2);
    }
    CHECK(engine.set_hash_mb(Engine::max_hash_mb).error().starts_with("no memory for a table of"));
    engine.think(to_depth(8));
    CHECK(engine.nodes() < first / 2);
    // A size that fits is taken, and empty.
    REQUIRE(engine.set_hash_mb(3).has_value());
    CHECK(engine.hash_mb() == 3);
}

TEST_CASE("a saved table comes back as it was") {
    const TemporaryFile file("kibitz-engine-test.hash");
    Engine engine;
    REQUIRE(engine.set_hash_mb(1).has_value());
    engine.think(to_depth(9));
    const std::uint64_t first = engine.nodes();
    engine.think(to_depth(12));
    REQUIRE(engine.save_hash(file.path).has_value());
    const std::string bytes = file.read();
    CHECK(bytes.size() > 1 << 20);
    CHECK(bytes.starts_with("KIBITZTT"));

    Engine other;
    REQUIRE(other.set_hash_mb(1).has_value());
    REQUIRE(other.load_hash(file.path).has_value());
    other.think(to_depth(9));
    CHECK(other.nodes() < first);
    // Saved again at once, it is the same file.
    REQUIRE(engine.load_hash(file.path).has_value());
    REQUIRE(engine.save_hash(file.path).has_value());
    CHECK(file.read() == bytes);
}

TEST_CASE("a hash file that does not fit leaves the table; a damaged one leaves it empty") {
    const TemporaryFile file("kibitz-engine-test-damaged.hash");
    Engine engine;
    REQUIRE(engine.set_hash_mb(1).has_value());
    engine.think(to_depth(8));
    const std::uint64_t first = engine.nodes();
    REQUIRE(engine.save_hash(file.path).has_value());
    const std::string good = file.read();

    file.write("something else");
    CHECK_FALSE(engine.load_hash(file.path).has_value());
    engine.think(to_depth(8));
    CHECK(engine.nodes() < first);

    for (const bool cut_off : {true, false}) {
        CAPTURE(cut_off);
        std::string bad = good;
        if (cut_off)
            bad.resize(good.size() / 2);
        else
            bad[good.size() / 2] ^= 64;
        file.write(bad);
        engine.new_game();
        CHECK_FALSE(engine.load_hash(file.path).has_value());
        engine.think(to_depth(8));
        CHECK(engine.nodes() == first);
    }
    file.write(good);
    CHECK(engine.load_hash(file.path).has_value());
    CHECK_FALSE(engine.load_hash("/").has_value());
    CHECK_FALSE(engine.save_hash("/nowhere/at/all").has_value());
}
