// What a search reports that was stopped in the middle of an iteration.
#include <doctest/doctest.h>

#include <memory>
#include <optional>
#include <random>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "chess/fen.hpp"
#include "chess/movegen.hpp"
#include "engine/bench_positions.hpp"
#include "engine/search.hpp"
#include "engine/search/worker.hpp"

using namespace kibitz;

namespace {

constexpr int stopped_searches = 500;
// A line as long as this is worth showing.
constexpr std::size_t long_line = 6;

// Keeps the reports of all iterations; a stopped one reports, too.
class Reports final : public SearchListener {
   public:
    void on_info(const SearchInfo& info) override {
        if (info.line == 1) reports_.emplace_back();
        reports_.back().push_back({.score = info.score,
                                   .pv = {info.pv.begin(), info.pv.end()},
                                   .bound = info.bound,
                                   .depth = info.depth,
                                   .selective_depth = info.selective_depth});
    }
    void on_current_move(Depth, Move, int) override {}

    using Lines = std::vector<SearchResult::Line>;
    [[nodiscard]] const Lines& last() const { return reports_.back(); }
    // Of the last iteration but one.
    [[nodiscard]] const Lines& before_last() const { return reports_.at(reports_.size() - 2); }

   private:
    std::vector<Lines> reports_;
};

// A clock that the search moves on by asking for the time.
constexpr int ticks_per_ms = 8;
std::int64_t ticks = 0;
std::int64_t ticking_clock() { return ++ticks / ticks_per_ms; }

struct Stopped {
    SearchResult result;
    Reports reports;
};

class Bench {
   public:
    Bench() : memory_(1 << 14), worker_(std::make_unique<search::Worker>(context_, 0)) {
        context_.table = TranspositionTable(memory_);
        context_.now_ms = ticking_clock;
        context_.searchers = {worker_.get()};
    }
    Stopped run(const char* fen, const Limits& limits, int lines = 1) {
        const auto position = parse_fen(fen, SetupRules::lenient);
        REQUIRE(position.has_value());
        Stopped stopped;
        context_.root = *position;
        context_.limits = limits;
        context_.options.multi_pv = lines;
        context_.start_ms = ticks / ticks_per_ms;
        context_.listener = &stopped.reports;
        prepare(context_);
        worker_->run();
        stopped.result = worker_->result();
        return stopped;
    }

   private:
    std::vector<TranspositionTable::Cluster> memory_;
    SearchContext context_;
    std::unique_ptr<search::Worker> worker_;
};

Limits nodes_limit(std::uint64_t nodes) {
    Limits limits;
    limits.nodes = nodes;
    return limits;
}

// The position after a line, whose moves must all be legal.
Position after(const char* fen, std::span<const Move> pv) {
    Position position = *parse_fen(fen, SetupRules::lenient);
    for (const Move move : pv) {
        REQUIRE(position.is_legal(move));
        position.play(move);
    }
    return position;
}

bool is_mated(const Position& position) { return position.in_check() && !has_legal_move(position); }

// Middlegames and tactics, where the root fails high and low often.
constexpr const char* positions[] = {
    "rn1qkbnr/ppp1ppp1/8/3pPb1p/7N/2N5/PPPP1PPP/R1BQKB1R b KQkq - 4 5",
    "r1bqkb1r/pp3ppp/2p2n2/1B1p4/2n2P2/2N1P3/PPPB2PP/R2QK1NR w KQkq - 0 9",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
    "r2q1rk1/1b2bppp/p1n1pn2/1p6/3N4/1BN1P3/PP2QPPP/R1BR2K1 w - - 0 13",
    "2rq1rk1/pb1n1ppN/4p3/1pb5/3P1Pn1/P1N5/1PQ1B1PP/R1B2RK1 b - - 0 16",
    "3r1k2/4npp1/1ppr3p/p6P/P2PPPP1/1NR5/5K2/2R5 w - - 0 1",
    "8/3k4/p1p1p3/2PpPp2/PP1P1P2/3K1B2/8/6b1 w - - 0 1",
    "r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1",
    "1r2r1k1/p4pbp/1pqp2p1/3Np3/2P1P1n1/1P4P1/PB2QPKP/R4R2 b - - 2 21",
};

}  // namespace

TEST_CASE("a stopped search shows a whole line that begins with the move it plays") {
    std::mt19937_64 random(20'26);  // NOLINT(cert-msc51-cpp): the same searches every time
    int expected = 0;
    // Searches of one position that are stopped at about the same time end with the same line,
    // which counts once.
    int different = 0, whole = 0;
    std::set<std::pair<const char*, Key>> seen;  // by the position that the line ends in
    for (int i = 0; i < stopped_searches; ++i) {
        const char* fen = positions[static_cast<std::size_t>(i) % std::size(positions)];
        CAPTURE(i);
        CAPTURE(std::string(fen));
        Limits limits;
        // One in five is stopped by the clock, as in a game.
        if (i % 5 == 4)
            limits.move_time = 30 + static_cast<std::int64_t>(random() % 50);
        else
            limits = nodes_limit(4'000 + random() % 25'000);
        const Stopped stopped = Bench().run(fen, limits, i % 4 == 3 ? 3 : 1);
        const Reports::Lines& lines = stopped.result.lines;
        const Reports::Lines& completed = stopped.reports.before_last();
        REQUIRE(lines.size() == completed.size());
        for (std::size_t line = 0; line < lines.size(); ++line) {
            CAPTURE(line);
            // The listener receives what the caller does.
            CHECK(stopped.reports.last()[line].pv == lines[line].pv);
            CHECK(stopped.reports.last()[line].score == lines[line].score);
            CHECK(stopped.reports.last()[line].bound == lines[line].bound);
            const Position end = after(fen, lines[line].pv);
            for (std::size_t other = 0; other < line; ++other)
                CHECK(lines[line].pv[0] != lines[other].pv[0]);
            if (completed[line].pv.size() < long_line) continue;
            ++expected;
            if (!seen.insert({fen, end.key()}).second) continue;
            ++different;
            whole += lines[line].pv.size() >= long_line || is_mated(end);
        }
    }
    CHECK(expected > stopped_searches / 2);
    CAPTURE(different);
    CHECK(whole >= different * 98 / 100);
}

TEST_CASE("the score of a stopped search belongs to its line") {
    std::mt19937_64 random(7);  // NOLINT(cert-msc51-cpp)
    for (const char* fen : positions)
        for (int i = 0; i < 10; ++i) {
            const std::uint64_t nodes = 1'500 + random() % 12'000;
            const Stopped stopped = Bench().run(fen, nodes_limit(nodes));
            const SearchResult::Line& shown = stopped.result.lines[0];
            const SearchResult::Line& completed = stopped.reports.before_last()[0];
            CAPTURE(std::string(fen));
            CAPTURE(nodes);
            CHECK(completed.bound == Bound::exact);
            if (shown.pv[0] != completed.pv[0]) continue;
            // The same move: its line and score are those of the completed iteration, or both are
            // those of the next one.
            CHECK(shown.bound == Bound::exact);
            if (shown.depth == completed.depth) {
                CHECK(shown.pv == completed.pv);
                CHECK(shown.score == completed.score);
            } else {
                CHECK(shown.depth == completed.depth + 1);
                CHECK(shown.pv.size() > 1);
            }
        }
}

TEST_CASE("no loss is announced while a move that avoids it has not been searched") {
    struct {
        const char* fen;
        std::uint64_t nodes;
    } const searches[] = {
        {"rr6/2b3pk/4p2p/1Qpp1P2/1P1N4/P3B2q/4BKn1/4RR2 w - - 6 40", 2'324},
        {"1b1kn1nr/6pp/2bqpp2/p2p4/P1r1BP2/1K4PP/QP1PP3/1R1RNNB1 w - - 5 16", 2'394},
        {"1r6/2b3pk/2p1p2p/r2p1P2/QPBN4/P2nB2q/8/3R1RK1 w - - 12 38", 2'359},
        {"4rr2/6pk/2p3np/3pbp2/1P1N4/P6q/2QBBK2/3R1R2 w - - 2 38", 2'661},
        {"1rbr4/pNkp2n1/6P1/1q1P4/2PQ2R1/P3BN2/7P/1n3K1B b - - 2 28", 607},
    };
    for (const auto& search : searches) {
        CAPTURE(std::string(search.fen));
        // Where a search is cut moves with its constants: look around, too.
        for (std::uint64_t nodes = search.nodes - 100; nodes <= search.nodes + 100; nodes += 25)
            CHECK_FALSE(is_mate(Bench().run(search.fen, nodes_limit(nodes)).result.lines[0].score));
    }
}

TEST_CASE("a mate that a stopped search announces is a mate") {
    constexpr const char* mates[] = {
        "r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1",
        "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1",
        "r2q1b1r/1pN1n1pp/p1n3k1/4Pb2/2BP4/8/PPP3PP/R1BQ1RK1 w - - 0 1",
        "2k5/8/1K6/8/8/8/8/1R6 b - - 0 1",
        "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1",
        "4kb1Q/5p2/1p6/1K1N4/2P2P2/8/q7/8 w - - 0 1",
        "k7/8/1K6/8/8/8/8/6R1 b - - 0 1",
        "6k1/5ppp/8/8/8/1q6/r7/5K2 w - - 0 1",
    };
    std::mt19937_64 random(11);  // NOLINT(cert-msc51-cpp)
    int announced = 0;
    for (const char* fen : mates) {
        std::optional<Score> truth;
        for (int i = 0; i < 25; ++i) {
            const std::uint64_t nodes = 100 + random() % 20'000;
            const SearchResult::Line shown = Bench().run(fen, nodes_limit(nodes)).result.lines[0];
            if (!is_mate(shown.score)) continue;
            ++announced;
            CAPTURE(std::string(fen));
            CAPTURE(nodes);
            // An exact score is that of the mate at the end of the line.
            if (shown.bound == Bound::exact) {
                CHECK(is_mated(after(fen, shown.pv)));
                CHECK(raw(score_mate) - std::abs(raw(shown.score)) ==
                      static_cast<int>(shown.pv.size()));
            }
            // A search of its own finds the same side mating, and at least as fast.
            if (!truth) truth = Bench().run(fen, nodes_limit(400'000)).result.lines[0].score;
            CHECK(is_mate(*truth));
            CHECK((shown.score > score_draw) == (*truth > score_draw));
            CHECK(std::abs(raw(*truth)) >= std::abs(raw(shown.score)));
        }
    }
    CHECK(announced > 50);
}
