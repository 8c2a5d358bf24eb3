// The search as a host sees it, on one thread and without a clock.
#include "engine/search.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

#include "chess/fen.hpp"
#include "chess/movegen.hpp"
#include "chess/uci_move.hpp"
#include "engine/search/worker.hpp"

using namespace kibitz;

namespace {

std::int64_t no_clock() { return 0; }

struct Found {
    SearchResult result;
    std::uint64_t nodes;

    [[nodiscard]] std::string best() const {
        return result.lines.empty() ? "(none)" : to_uci(result.lines[0].pv[0], false);
    }
    [[nodiscard]] Score score() const { return result.lines.at(0).score; }
};

struct Bench {
    Bench() : memory(1 << 16), worker(std::make_unique<search::Worker>(context, 0)) {
        context.table = TranspositionTable(memory);
        context.now_ms = no_clock;
        context.searchers = {worker.get()};
    }
    Found run(const char* fen, const Limits& limits) {
        const auto position = parse_fen(fen, SetupRules::lenient);
        REQUIRE(position.has_value());
        context.root = *position;
        context.limits = limits;
        prepare(context);
        worker->run();
        return {worker->result(), worker->nodes()};
    }
    Found to_depth(const char* fen, Depth depth) {
        Limits limits;
        limits.depth = depth;
        return run(fen, limits);
    }
    std::vector<TranspositionTable::Cluster> memory;
    SearchContext context;
    std::unique_ptr<search::Worker> worker;
};

constexpr auto start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
constexpr auto kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

}  // namespace

TEST_CASE("mates are found, with their length") {
    struct {
        const char* fen;
        int moves;
        Depth depth;
    } const mates[] = {
        {"6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", 1, 3},
        {"7k/8/5K2/8/8/8/8/6R1 w - - 0 1", 2, 6},
        {"r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1", 3, 10},
        {"7K/8/k1P5/7p/8/8/8/8 b - - 0 1", 0, 6},  // no mate here: Reti's draw
    };
    for (const auto& mate : mates) {
        Bench bench;
        const Found found = bench.to_depth(mate.fen, mate.depth);
        CAPTURE(mate.fen);
        if (mate.moves == 0)
            CHECK_FALSE(is_mate(found.score()));
        else
            CHECK(found.score() == mate_in(2 * mate.moves - 1));
    }
}

TEST_CASE("lines end where they say and all their moves are legal") {
    Bench bench;
    bench.context.options.multi_pv = 4;
    const Found found = bench.to_depth(kiwipete, 9);
    REQUIRE(found.result.lines.size() == 4);
    for (std::size_t i = 0; i < 4; ++i) {
        const auto& line = found.result.lines[i];
        if (i > 0) {
            CHECK(line.score <= found.result.lines[i - 1].score);
            CHECK(line.pv[0] != found.result.lines[i - 1].pv[0]);
        }
        Position position = *parse_fen(kiwipete);
        for (const Move move : line.pv) {
            REQUIRE(position.is_legal(move));
            position.play(move);
        }
    }
}

TEST_CASE("the same search twice visits the same nodes") {
    Bench a, b;
    CHECK(a.to_depth(kiwipete, 9).nodes == b.to_depth(kiwipete, 9).nodes);
}

TEST_CASE("a node limit is exact on one thread") {
    // Wherever in the tree it comes.
    for (std::uint64_t nodes = 500; nodes < 60'000; nodes = nodes * 6 / 5 + 1)
        for (const char* fen : {start, kiwipete}) {
            Bench bench;
            Limits limits;
            limits.nodes = nodes;
            CHECK(bench.run(fen, limits).nodes == nodes);
        }
}

TEST_CASE("a soft node limit ends the iteration that passes it") {
    Bench bench;
    Limits limits;
    limits.soft_nodes = 5'000;
    const Found found = bench.run(start, limits);
    CHECK(found.nodes >= 5'000);
    CHECK(found.nodes < 100'000);
    CHECK(found.result.depth > 1);
}

TEST_CASE("a mate limit ends the search when the mate is found") {
    Bench bench;
    Limits limits;
    limits.mate = 2;
    CHECK(bench.run("7k/8/5K2/8/8/8/8/6R1 w - - 0 1", limits).score() == mate_in(3));
}

TEST_CASE("only the allowed root moves are searched") {
    Bench bench;
    Limits limits;
    limits.depth = 6;
    limits.search_moves.push_back(Move(squares::a2, squares::a3));
    limits.search_moves.push_back(Move(squares::h2, squares::h3));
    const std::string best = bench.run(start, limits).best();
    CHECK((best == "a2a3" || best == "h2h3"));
}

TEST_CASE("a stop before the first iteration still leaves a move") {
    Bench bench;
    Limits limits;
    limits.nodes = 1;
    const Found found = bench.run(kiwipete, limits);
    REQUIRE_FALSE(found.result.lines.empty());
    CHECK(parse_fen(kiwipete)->is_legal(found.result.lines[0].pv[0]));
}

TEST_CASE("whoever stops a search at once still gets a move that was thought about") {
    // A queen is to be had. The first node asks the clock, which stops the search.
    static SearchContext* running = nullptr;
    Bench bench;
    running = &bench.context;
    bench.context.now_ms = [] {
        running->stop.store(true);
        return std::int64_t{0};
    };
    Limits limits;
    limits.move_time = 1'000;
    const Found found = bench.run("4k3/8/8/3q4/8/4N3/PPP5/4K3 w - - 0 1", limits);
    CHECK(bench.context.stop.load());
    CHECK(found.best() == "e3d5");
}

TEST_CASE("mated and stalemated sides have no line") {
    Bench bench;
    CHECK(bench.to_depth("R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1", 4).result.lines.empty());
    CHECK(bench.to_depth("7k/5Q2/8/8/8/8/8/K7 b - - 0 1", 4).result.lines.empty());
}

TEST_CASE("draws by repetition and by the fifty-move rule are seen") {
    // A queen down, White has a perpetual check.
    Bench bench;
    const Found found = bench.to_depth("6k1/5ppp/6r1/8/8/8/1q4PP/3Q2K1 w - - 0 1", 4);
    CHECK(found.best() == "d1d8");  // mates: the back rank is weak
    // Won for White but for the counter: no zeroing move within reach.
    const Found late = bench.to_depth("8/8/8/8/8/2k5/8/K6R w - - 98 90", 6);
    CHECK(std::abs(raw(late.score())) < 20);
}

TEST_CASE("contempt makes a drawn line worth less") {
    Bench bench;
    const auto locked = "8/8/8/8/8/2k5/8/K6R w - - 99 90";
    bench.context.options.contempt = 40;
    CHECK(bench.to_depth(locked, 4).score() < score_draw);
}

// Scores of mates come back from the table at other distances all the time here.
TEST_CASE("bishop and knight mate, and no mate is seen beyond the fifty-move rule") {
    constexpr std::uint64_t nodes = 20'000;  // half of what 1+0.01 s gives a move
    constexpr int fifty_moves = 100, largest_evaluation = 3'000;
    for (const char* fen : {"8/3BN3/5k2/8/K7/8/8/8 w - - 0 1", "4N3/8/8/3k4/8/4K3/7B/8 w - - 0 1",
                            "N7/6k1/8/8/8/8/2B5/7K w - - 0 1"}) {
        Bench strong, bare;
        Position position = *parse_fen(fen);
        std::vector<Key> keys;
        for (int ply = 0; ply < fifty_moves && has_legal_move(position); ++ply) {
            Bench& mover = position.side_to_move() == Color::white ? strong : bare;
            mover.context.earlier_keys = keys;
            Limits limits;
            limits.nodes = nodes;
            const Found found = mover.run(to_fen(position).c_str(), limits);
            const int score = std::abs(raw(found.score()));
            const int plies_to_mate = raw(score_mate) - score;
            CHECK((score < largest_evaluation || plies_to_mate <= fifty_moves - ply));
            keys.push_back(position.key());
            position.play(found.result.lines[0].pv[0]);
        }
        CHECK(position.in_check());
        CHECK_FALSE(has_legal_move(position));
    }
}
