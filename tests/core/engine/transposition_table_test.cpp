#include "engine/transposition_table.hpp"

#include <doctest/doctest.h>

#include <thread>
#include <vector>

using namespace kibitz;
using namespace kibitz::squares;

namespace {

struct Table {
    explicit Table(std::size_t clusters) : memory(clusters), table(memory) {}
    std::vector<TranspositionTable::Cluster> memory;
    TranspositionTable table;
};

// Keys that all fall into cluster 0 of a small table and differ in their stored 16 bits.
constexpr Key key_in_first_cluster(int n) { return static_cast<Key>(n) * 0x9E37 & 0xFFFF; }

}  // namespace

TEST_CASE("an entry comes back as it was stored") {
    Table t(64);
    const Key key = 0x123456789ABCDEFull;
    CHECK_FALSE(t.table.probe(key, 0).found);
    for (const int score : {0, 17, -4'321, 29'999, -29'999}) {
        t.table.store(key, 3, Move(e2, e4), Score{score}, Score{-score}, 12, Bound::exact, true);
        const auto entry = t.table.probe(key, 3);
        REQUIRE(entry.found);
        CHECK(entry.move == Move(e2, e4));
        CHECK(entry.score == Score{score});
        CHECK(entry.eval == Score{-score});
        CHECK(entry.depth == 12);
        CHECK(entry.bound == Bound::exact);
        CHECK(entry.was_pv);
    }
    CHECK_FALSE(t.table.probe(key ^ 1, 3).found);
}

TEST_CASE("the extremes of depth and the absence of scores survive") {
    Table t(1);
    for (const Depth depth : {-1, 0, 1, max_depth}) {
        t.table = TranspositionTable(t.memory);
        t.table.store(1, 0, Move::none(), score_none, score_none, depth, Bound::exact, false);
        const auto entry = t.table.probe(1, 5);
        REQUIRE(entry.found);
        CHECK(entry.depth == depth);
        CHECK(entry.score == score_none);
        CHECK(entry.eval == score_none);
        CHECK(entry.move.is_none());
        CHECK_FALSE(entry.was_pv);
    }
}

TEST_CASE("mates keep their distance from the node, wherever it is reached") {
    Table t(1);
    t.table.store(7, 10, Move(a1, a8), mate_in(13), score_none, 9, Bound::exact, false);
    CHECK(t.table.probe(7, 10).score == mate_in(13));
    CHECK(t.table.probe(7, 4).score == mate_in(7));
    t.table.store(7, 10, Move(a1, a8), mated_in(16), score_none, 9, Bound::exact, false);
    CHECK(t.table.probe(7, 0).score == mated_in(6));
}

TEST_CASE("the old move is kept where the new result has none") {
    Table t(1);
    t.table.store(5, 0, Move(g1, f3), Score{1}, Score{1}, 3, Bound::exact, false);
    t.table.store(5, 0, Move::none(), Score{2}, Score{1}, 8, Bound::upper, false);
    CHECK(t.table.probe(5, 0).move == Move(g1, f3));
    CHECK(t.table.probe(5, 0).score == Score{2});
}

TEST_CASE("a deep result is not overwritten by a shallow bound of the same search") {
    Table t(1);
    t.table.store(5, 0, Move(g1, f3), Score{30}, Score{1}, 20, Bound::lower, false);
    t.table.store(5, 0, Move(b1, c3), Score{-30}, Score{1}, 2, Bound::upper, false);
    CHECK(t.table.probe(5, 0).depth == 20);
    // ... but by one of a later search.
    t.table.new_search();
    t.table.store(5, 0, Move(b1, c3), Score{-30}, Score{1}, 2, Bound::upper, false);
    CHECK(t.table.probe(5, 0).depth == 2);
}

TEST_CASE("a full cluster loses its oldest and shallowest entry") {
    Table t(1);
    for (int n = 1; n <= 3; ++n)
        t.table.store(key_in_first_cluster(n), 0, Move(a1, b1), Score{n}, Score{n}, 10 * n,
                      Bound::exact, false);
    t.table.store(key_in_first_cluster(4), 0, Move(a1, b1), Score{4}, Score{4}, 5, Bound::exact,
                  false);
    CHECK_FALSE(t.table.probe(key_in_first_cluster(1), 0).found);
    for (const int n : {2, 3, 4}) CHECK(t.table.probe(key_in_first_cluster(n), 0).found);
    for (int i = 0; i < 4; ++i) t.table.new_search();
    t.table.store(key_in_first_cluster(2), 0, Move(a1, b1), Score{2}, Score{2}, 3, Bound::exact,
                  false);
    t.table.store(key_in_first_cluster(5), 0, Move(a1, b1), Score{5}, Score{5}, 1, Bound::exact,
                  false);
    // Depth 30 four searches ago is worth less than depth 3 now; depth 5 still less.
    CHECK_FALSE(t.table.probe(key_in_first_cluster(4), 0).found);
    CHECK(t.table.probe(key_in_first_cluster(2), 0).found);
}

TEST_CASE("an empty table takes everything and knows nothing") {
    TranspositionTable table;
    table.store(1, 0, Move(a1, b1), Score{1}, Score{1}, 1, Bound::exact, false);
    table.prefetch(1);
    CHECK_FALSE(table.probe(1, 0).found);
    CHECK(table.permille_full() == 0);
}

TEST_CASE("fullness counts the entries of the current search") {
    Table t(1'000);
    for (Key n = 0; n < 1'000; ++n)
        t.table.store(n << 54 | n, 0, Move(a1, b1), Score{1}, Score{1}, 1, Bound::exact, false);
    const int full = t.table.permille_full();
    CHECK(full > 200);
    CHECK(full <= 334);
    t.table.new_search();
    CHECK(t.table.permille_full() == 0);
}

TEST_CASE("threads writing one cluster at once leave no mixed entry behind") {
    Table t(1);
    constexpr int rounds = 50'000, writers = 6;
    std::atomic<int> writing = writers;
    // Writer k stores only entries whose score, eval and depth all tell k.
    const auto write = [&](int k) {
        for (int i = 0; i < rounds; ++i)
            t.table.store(key_in_first_cluster(k), 0, Move(a1, b1), Score{k}, Score{k}, k,
                          Bound::exact, false);
        --writing;
    };
    std::atomic<int> mixed = 0, seen = 0;
    const auto read_all = [&] {
        for (int k = 1; k <= writers; ++k) {
            const auto entry = t.table.probe(key_in_first_cluster(k), 0);
            if (!entry.found) continue;
            ++seen;
            if (raw(entry.score) != entry.depth || entry.score != entry.eval) ++mixed;
        }
    };
    const auto read = [&] {
        while (writing > 0) read_all();
        read_all();
    };
    std::vector<std::thread> threads;
    for (int k = 1; k <= writers; ++k) threads.emplace_back(write, k);
    threads.emplace_back(read);
    for (std::thread& thread : threads) thread.join();
    CHECK(seen > 0);
    CHECK(mixed == 0);
}
