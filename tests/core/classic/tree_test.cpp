// The classic player's tree and choice, without threads of their own.
#include "classic/tree.hpp"

#include <algorithm>
#include <cstdint>
#include <set>
#include <vector>

#include "chess/movegen.hpp"
#include "chess/uci_move.hpp"
#include "classic/alphabeta.hpp"
#include "classic/choice.hpp"
#include "classic/classic_move.hpp"
#include "classic/parsed_position.hpp"
#include "classic/rating.hpp"
#include "classic/tree_search.hpp"
#include "support/test.hpp"

using namespace kibitz;
using namespace kibitz::players;
using test::parsed_position;

namespace {

const RatingSettings ratings;
double rate_default(const Position& p) { return rate(p, ratings); }

constexpr auto kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

TreeEnd grow(Tree& tree, int level, int tree_mb = 512) {
    SearchWatch watch;
    return search_tree(tree, {.level = level, .workers = 2, .tree_mb = tree_mb}, watch);
}

// The specification, word for word.
double adjusted_slowly(const Position& p, int plies) {
    const double own = static_cast<float>(rate(p, ratings));
    if (plies == 0) return own;
    std::vector<double> below;
    for (const Move move : legal_moves(p))
        below.push_back(adjusted_slowly(p.after(move), plies - 1));
    if (below.empty()) return own;
    return own +
           (p.side_to_move() == Color::white ? std::ranges::max(below) : std::ranges::min(below));
}

void check_structure(const Tree& tree) {
    for (int level = 0; level < tree.levels(); ++level) {
        std::size_t next = 0;
        const auto nodes = tree.level(level);
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            REQUIRE(nodes[i].state == Node::State::done);
            REQUIRE(nodes[i].first_child == next);
            for (const Node& child : tree.children(level, nodes[i])) REQUIRE(child.parent == i);
            next += nodes[i].child_count;
        }
        REQUIRE(next == tree.level(level + 1).size());
    }
}

}  // namespace

TEST_CASE("the levels are those of perft") {
    Tree tree(parsed_position(kiwipete), rate_default);
    CHECK(grow(tree, 3) == TreeEnd::complete);
    REQUIRE(tree.levels() == 3);
    CHECK(tree.level(1).size() == 48);
    CHECK(tree.level(2).size() == 2'039);
    CHECK(tree.level(3).size() == 97'862);
    check_structure(tree);
}

TEST_CASE("adjusted ratings are the node's plus the best child's") {
    for (const char* fen :
         {kiwipete, "8/8/8/8/8/5k2/4p3/4K3 w - - 0 1", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1",
          "7k/5Q2/8/6K1/8/8/8/8 w - - 0 1"}) {
        CAPTURE(fen);
        const Position root = parsed_position(fen);
        Tree tree(root, rate_default);
        grow(tree, 2);
        for (const Node& child : tree.children(0, tree.level(0)[0]))
            CHECK(child.adjusted == doctest::Approx(adjusted_slowly(root.after(child.move), 1)));
        CHECK(tree.level(0)[0].adjusted == doctest::Approx(adjusted_slowly(root, 2)));
    }
}

TEST_CASE("moving the root keeps the subtree and nothing else") {
    const Position root = parsed_position(kiwipete);
    for (const char* text : {"e1g1", "d5e6", "a2a4", "f3f6"}) {
        CAPTURE(text);
        const Position after = root.after(*parse_uci(root, text));
        Tree kept(root, rate_default);
        grow(kept, 3);
        const auto before = kept.node_count();
        REQUIRE(kept.move_root(after));
        CHECK(kept.node_count() < before / 10);
        CHECK(kept.root() == after);
        CHECK(kept.levels() == 2);
        check_structure(kept);

        Tree fresh(after, rate_default);
        grow(fresh, 3);
        grow(kept, 3);
        check_structure(kept);
        REQUIRE(kept.node_count() == fresh.node_count());
        for (int level = 0; level <= 3; ++level)
            for (std::size_t i = 0; i < fresh.level(level).size(); ++i) {
                REQUIRE(kept.level(level)[i].move == fresh.level(level)[i].move);
                REQUIRE(kept.level(level)[i].adjusted == fresh.level(level)[i].adjusted);
            }
    }
}

TEST_CASE("a position that is not one move away is no child") {
    Tree tree(Position::initial(), rate_default);
    CHECK_FALSE(tree.move_root(parsed_position(kiwipete)));  // no children yet
    grow(tree, 2);
    CHECK_FALSE(tree.move_root(parsed_position(kiwipete)));
    CHECK(tree.levels() == 2);
}

TEST_CASE("the root can move on to the end of the game") {
    Tree tree(parsed_position("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"), rate_default);
    grow(tree, 3);
    const Position mate = tree.root().after(*parse_uci(tree.root(), "a1a8"));
    REQUIRE(tree.move_root(mate));
    CHECK(tree.node_count() == 1);
    CHECK(tree.levels() == 0);
}

TEST_CASE("at its memory limit the tree keeps the levels that fit") {
    Tree tree(parsed_position(kiwipete), rate_default);
    // One megabyte is room for 52 428 nodes: two levels fit, the third with 97 862 does not.
    CHECK(grow(tree, 4, 1) == TreeEnd::memory_full);
    CHECK(tree.levels() == 2);
    check_structure(tree);
    CHECK(tree.level(0)[0].adjusted == doctest::Approx(adjusted_slowly(tree.root(), 2)));
}

TEST_CASE("a tree in which every line ends early is complete") {
    Tree tree(parsed_position("k7/8/1K6/8/8/8/8/7R b - - 0 1"), rate_default);
    CHECK(grow(tree, 3) == TreeEnd::complete);  // 1... Kb8 2. Rh8#
    CHECK(tree.levels() == 3);
    Tree lost(parsed_position("k1K5/8/8/8/8/8/8/1R6 b - - 0 1"), rate_default);
    CHECK(grow(lost, 20, 512) == TreeEnd::memory_full);
}

TEST_CASE("the choice is safe for negative ratings and both sides") {
    const auto move = [](int i, double adjusted) {
        return RatedMove{.move = Move::from_bits(static_cast<std::uint16_t>(i)),
                         .adjusted = adjusted};
    };
    const auto drawn = [](const std::vector<RatedMove>& moves, Color side, double share) {
        std::vector<int> found;
        for (std::uint64_t random = 0; random < 12; ++random)
            found.push_back(choose(moves, side, share, random).move.bits());
        std::ranges::sort(found);
        found.erase(std::unique(found.begin(), found.end()), found.end());
        return found;
    };
    const std::vector positive = {move(1, 10), move(2, 9.5), move(3, 8.9), move(4, -10)};
    CHECK(drawn(positive, Color::white, 0.1) == std::vector{1, 2});
    CHECK(drawn(positive, Color::black, 0.1) == std::vector{4});
    CHECK(drawn(positive, Color::white, 0) == std::vector{1});
    const std::vector negative = {move(1, -10), move(2, -10.9), move(3, -11.1), move(4, -20)};
    CHECK(drawn(negative, Color::white, 0.1) == std::vector{1, 2});
    CHECK(drawn(negative, Color::black, 0.5) == std::vector{1, 2, 3, 4});
    const std::vector zero = {move(1, 0), move(2, 0), move(3, -1)};
    CHECK(drawn(zero, Color::white, 0.1) == std::vector{1, 2});
    // Near 0 the share is one of a pawn, for either side.
    const std::vector level = {move(1, 0.02), move(2, -0.07), move(3, -0.1)};
    CHECK(drawn(level, Color::white, 0.1) == std::vector{1, 2});
    CHECK(drawn(level, Color::black, 0.1) == std::vector{2, 3});
    // All of it means all moves.
    CHECK(drawn(positive, Color::white, 1) == std::vector{1, 2, 3, 4});
    CHECK(drawn(positive, Color::black, 1) == std::vector{1, 2, 3, 4});
    // A checkmate is taken whatever its rating.
    std::vector mate = positive;
    mate[3].checkmates = true;
    CHECK(drawn(mate, Color::white, 1) == std::vector{4});
}

TEST_CASE("a margin in pawns lets more moves be chosen where the best is near to 0") {
    const Band narrow = 0.1, wide{0.1, 1.25};
    CHECK(least_choosable(1.15, narrow) == doctest::Approx(1.035));
    CHECK(least_choosable(1.15, wide) == doctest::Approx(-0.1));
    CHECK(least_choosable(-20, wide) == doctest::Approx(-22));
    CHECK(least_choosable(3, Band{1, 0}) < -1e300);
}

TEST_CASE("alpha-beta gives the values of the whole tree") {
    // Without captures to play out, alpha-beta at level 2 is a plain minimum of ratings.
    const Position root = parsed_position("8/8/8/4k3/8/8/4P3/4K3 w - - 0 1");
    SearchWatch watch;
    const auto found = search_alphabeta(root, {.level = 2, .workers = 1, .final_rate = 1}, watch);
    REQUIRE(found.has_value());
    CHECK(found->size() == static_cast<std::size_t>(count_legal_moves(root)));
    for (const RatedMove& move : *found) {
        const Position after = root.after(move.move);
        double worst = 1e9;
        for (const Move reply : legal_moves(after))
            worst = std::min(worst, rate(after.after(reply), ratings));
        if (move.adjusted >= 0) CHECK(move.adjusted == doctest::Approx(worst));
    }
}

TEST_CASE("alpha-beta finds mates, the quicker one first") {
    const Position root = parsed_position("7k/8/5K2/8/8/8/8/6R1 w - - 0 1");
    SearchWatch watch;
    const auto found = search_alphabeta(root, {.level = 3, .workers = 2, .final_rate = 0}, watch);
    REQUIRE(found.has_value());
    const RatedMove& best = choose(*found, Color::white, 0, 0);
    CHECK(best.adjusted > 9'000);
    CHECK(to_uci(best.move) == "f6f7");
}

TEST_CASE("the candidates are shown best first, with those that can be chosen") {
    const Position root = parsed_position("4k3/8/8/4q3/8/5N2/8/4K3 w - - 0 1");
    SearchWatch watch;
    const auto found = classic_move(root, {.level = 3, .seed = 7}, watch);
    REQUIRE(found.has_value());
    CHECK(found->levels == 3);
    CHECK(found->nodes > 0);
    const auto shown = best_first(found->candidates, Color::white, 0.1);
    REQUIRE(shown.size() == static_cast<std::size_t>(count_legal_moves(root)));
    CHECK(to_uci(shown.front().move.move) == "f3e5");
    CHECK(shown.front().can_be_chosen);
    CHECK_FALSE(shown.back().can_be_chosen);
    CHECK(to_uci(found->move) == "f3e5");
    for (std::size_t i = 1; i < shown.size(); ++i)
        CHECK(shown[i - 1].move.adjusted >= shown[i].move.adjusted);
    // Black's best are the smallest sums.
    const Position mirrored = parsed_position("4k3/8/5n2/8/4Q3/8/8/4K3 b - - 0 1");
    const auto of_black = classic_move(mirrored, {.level = 3}, watch);
    REQUIRE(of_black.has_value());
    const auto black = best_first(of_black->candidates, Color::black, 0.1);
    CHECK(to_uci(black.front().move.move) == "f6e4");
    CHECK(black.front().move.adjusted < black.back().move.adjusted);
}

TEST_CASE("a seed repeats a move, and others vary the opening") {
    std::set<std::uint16_t> moves;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        SearchWatch watch;
        const ClassicSettings settings{.margin = 1.25, .seed = seed};
        const auto first = classic_move(Position::initial(), settings, watch);
        const auto second = classic_move(Position::initial(), settings, watch);
        REQUIRE(first.has_value());
        REQUIRE(second.has_value());
        CHECK(first->move == second->move);
        moves.insert(first->move.bits());
    }
    CHECK(moves.size() >= 2);
}

TEST_CASE("a stopped search and a finished game have no move") {
    SearchWatch watch;
    watch.stop = [&watch] { return watch.nodes > 500; };
    CHECK_FALSE(classic_move(parsed_position(kiwipete), {.level = 4}, watch).has_value());
    for (const auto search : {ClassicSearch::tree, ClassicSearch::alphabeta}) {
        SearchWatch other;
        const Position mated = parsed_position("R6k/6pp/8/8/8/8/8/6K1 b - - 0 1");
        CHECK_FALSE(classic_move(mated, {.search = search}, other).has_value());
    }
}
