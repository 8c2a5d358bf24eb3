// What the search makes of the tablebases' answers, and what it asks them.
#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "chess/fen.hpp"
#include "engine/search.hpp"
#include "engine/search/worker.hpp"

using namespace kibitz;

namespace {

// Tables of four pieces that go by the number of pieces: who has more has the answer `for_more`.
class CountingTables final : public Tablebase {
   public:
    explicit CountingTables(Wdl for_more) : for_more_(for_more) {}

    [[nodiscard]] int max_pieces() const override { return 4; }
    [[nodiscard]] std::optional<Wdl> probe_wdl(const Position& position) override {
        asked_.push_back(position);
        const Color us = position.side_to_move();
        const int more = position.pieces(us).count() - position.pieces(~us).count();
        if (more == 0) return Wdl::draw;
        return more > 0 ? for_more_ : static_cast<Wdl>(-static_cast<int>(for_more_));
    }
    [[nodiscard]] std::vector<RootMove> probe_root(const Position&, FiftyMoveRule) override {
        return {};
    }

    [[nodiscard]] const std::vector<Position>& asked() const { return asked_; }

   private:
    Wdl for_more_;
    std::vector<Position> asked_;
};

struct Search {
    explicit Search(Wdl for_more)
        : tables(for_more), memory(1 << 12), worker(std::make_unique<search::Worker>(context, 0)) {
        context.table = TranspositionTable(memory);
        context.now_ms = [] { return std::int64_t{0}; };
        context.searchers = {worker.get()};
        context.tablebase = &tables;
    }
    Score score(const char* fen, Depth depth) {
        context.root = parse_fen(fen).value();
        context.limits = {};
        context.limits.depth = depth;
        prepare(context);
        worker->run();
        return worker->result().lines.at(0).score;
    }

    CountingTables tables;
    std::vector<TranspositionTable::Cluster> memory;
    SearchContext context;
    std::unique_ptr<search::Worker> worker;
};

// White's last pawn falls at once, whatever White plays: with it there are five pieces, more than
// the tables have.
constexpr auto white_to_move = "rr6/8/6k1/8/8/8/P7/7K w - - 0 1";
constexpr auto black_to_move = "rr6/8/6k1/8/8/8/P7/7K b - - 0 1";
// The queen has to be taken, and the tables have what is left.
constexpr auto white_must_take = "rr6/2k5/8/8/8/8/6q1/7K w - - 0 1";
constexpr auto black_must_take = "rr5k/6Q1/8/8/8/8/2K5/8 b - - 0 1";

}  // namespace

TEST_CASE("a win or a loss by the tables says how many plies away it is, on both sides") {
    CHECK(Search(Wdl::win).score(black_to_move, 3) == score_tablebase_win - 1);
    CHECK(Search(Wdl::win).score(white_to_move, 3) == -score_tablebase_win + 2);
}

TEST_CASE("what the fifty-move rule spoils is nearly a draw, unless the rule is ignored") {
    Search holds(Wdl::cursed_win);
    const Score cursed = holds.score(black_must_take, 3), blessed = holds.score(white_must_take, 3);
    CHECK(cursed > score_draw);
    CHECK(cursed < Score{10});
    CHECK(blessed < score_draw);
    CHECK(blessed > Score{-10});
    Search ignored(Wdl::cursed_win);
    ignored.context.options.fifty_move_rule = false;
    CHECK(ignored.score(black_must_take, 3) == score_tablebase_win - 1);
    CHECK(ignored.score(white_must_take, 3) == -score_tablebase_win + 1);
}

TEST_CASE("the tables are asked only what they can answer") {
    Search search(Wdl::win);
    search.score(white_to_move, 6);
    search.score("4k3/8/8/8/8/8/r6P/4K2R w K - 0 1", 6);
    REQUIRE(!search.tables.asked().empty());
    for (const Position& position : search.tables.asked()) {
        CHECK(position.occupied().count() <= search.tables.max_pieces());
        CHECK(position.halfmove_clock() == 0);
        CHECK_FALSE(position.castling_rooks().any());
    }
    Search fewer(Wdl::win);
    fewer.context.options.tablebase_probe_limit = 3;
    fewer.score(white_to_move, 6);
    CHECK(std::ranges::all_of(fewer.tables.asked(), [](const Position& position) {
        return position.occupied().count() <= 3;
    }));
    Search only_at_the_root(Wdl::win);
    only_at_the_root.context.options.tablebase_root_only = true;
    only_at_the_root.score(white_to_move, 6);
    CHECK(only_at_the_root.tables.asked().empty());
}
