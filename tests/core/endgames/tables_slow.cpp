// The tables: the longest mates that are known from the literature, the rules as the rules library
// has them, and that no position contradicts those after it.
#include "endgames/tables.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "chess/fen.hpp"
#include "chess/movegen.hpp"
#include "chess/random.hpp"
#include "endgames/play.hpp"
#include "support/test.hpp"

using namespace kibitz;
using namespace kibitz::endgames;

namespace {

Position position_of(std::string_view fen) { return *parse_fen(fen, SetupRules::lenient); }

Material material_in(std::string_view fen) {
    Placement placement = *placement_of(position_of(fen));
    order(placement);
    return material_of(placement);
}

// One set for all cases: computing it is what takes time.
Tables& tables_with(const Material& material) {
    static Tables tables;
    for (const Material& one : tables.missing(material)) tables.build(one);
    return tables;
}

Verdict verdict_in(std::string_view fen) {
    return *tables_with(material_in(fen)).verdict(position_of(fen));
}

// The longest win of White's, in moves, over all placements of the material, found with the table's
// own numbers.
int longest_win(std::string_view fen) {
    const Material material = material_in(fen);
    const Tables& tables = tables_with(material);
    int longest = 0;
    for (std::size_t i = 0; i < index_count(material); ++i) {
        auto placement = placement_at(material, i);
        if (!placement) continue;
        placement->to_move = Color::white;
        const Code code = tables.code(*placement);
        if (code != impossible && is_win(code)) longest = std::max(longest, int{code} / 2);
    }
    return longest;
}

std::optional<Position> position_at(const Material& material, std::size_t index, Color side) {
    const auto placement = placement_at(material, index);
    if (!placement) return std::nullopt;
    PositionSetup setup;
    for (int i = 0; i < placement->count; ++i)
        setup.board[static_cast<std::size_t>(placement->at(i).square.index())] =
            placement->at(i).piece;
    setup.side_to_move = side;
    const auto position = Position::make(setup, SetupRules::lenient);
    return position ? std::optional(*position) : std::nullopt;
}

// A verdict follows from those after the legal moves, as the rules library makes them.
Verdict from_moves(const Position& position, const Tables& tables) {
    const auto moves = rated_moves(position, tables);
    if (moves.empty())
        return position.in_check() ? Verdict{.result = Result::loss, .plies = 0} : Verdict{};
    Verdict best = moves.front().verdict;
    for (const RatedMove& one : moves)
        if (is_better(one.verdict, best)) best = one.verdict;
    return best;
}

}  // namespace

TEST_CASE("the longest mates are those that are known") {
    struct Known {
        std::string_view fen;
        int moves;
    };
    for (const auto& [fen, moves] :
         {Known{"8/8/8/8/8/k7/8/KQ6 w - -", 10}, Known{"8/8/8/8/8/k7/8/K1R5 w - -", 16},
          Known{"8/8/8/8/7k/8/8/K1RR4 w - -", 7}, Known{"8/8/8/8/7k/8/8/K1BB4 w - -", 19},
          Known{"8/8/8/8/7k/8/8/K1BN4 w - -", 33}, Known{"8/8/8/8/7k/8/r7/2K2Q2 w - -", 35}}) {
        INFO(fen);
        CHECK(longest_win(fen) == moves);
    }
    int with_pawn = 0;
    for (const std::string_view fen :
         {"8/8/8/8/7k/8/P7/K7 w - -", "8/8/8/8/P6k/8/8/K7 w - -", "8/P7/8/8/7k/8/8/K7 w - -"})
        with_pawn = std::max(with_pawn, longest_win(fen));
    CHECK(with_pawn == 28);
}

TEST_CASE("positions that every textbook has") {
    using enum Result;
    CHECK(verdict_in("7k/6Q1/6K1/8/8/8/8/8 b - -") == Verdict{.result = loss, .plies = 0});  // mate
    CHECK(verdict_in("7k/5Q2/6K1/8/8/8/8/8 b - -") == Verdict{});  // stalemate
    CHECK(verdict_in("7k/8/5K2/6Q1/8/8/8/8 w - -").result == win);
    // The opposition: who has to move loses by it.
    CHECK(verdict_in("4k3/8/4K3/4P3/8/8/8/8 w - -").result == win);
    CHECK(verdict_in("8/8/4k3/8/4K3/4P3/8/8 w - -").result == draw);
    CHECK(verdict_in("8/8/4k3/8/4K3/4P3/8/8 b - -").result == loss);
    // The rook's pawn does not win, and neither does it with the colours swapped.
    CHECK(verdict_in("1k6/8/K7/P7/8/8/8/8 w - -").result == draw);
    CHECK(verdict_in("8/8/8/8/p7/k7/8/1K6 b - -").result == draw);
    // A queen beats a knight's pawn on the seventh, and not a bishop's with the king beside it.
    CHECK(verdict_in("8/8/8/8/7Q/1k6/1p6/7K w - -").result == win);
    CHECK(verdict_in("8/8/8/8/6Q1/8/2p4K/1k6 w - -").result == draw);
    // The same board seen from the other side.
    CHECK(verdict_in("1K6/2P4k/8/6q1/8/8/8/8 b - -").result == draw);
    // Two bishops on one colour, two knights.
    CHECK(verdict_in("8/8/8/3k4/8/8/8/K1B1B3 w - -").result == draw);
    CHECK(verdict_in("8/8/8/3k4/8/8/8/K1N1N3 w - -").result == draw);
}

TEST_CASE("every verdict follows from those after the legal moves") {
    SplitMix random(7);
    for (const std::string_view fen :
         {"8/8/8/8/8/k7/8/KQ6 w - -", "8/8/8/8/8/k7/8/K1R5 w - -", "8/8/8/8/7k/8/8/K1BN4 w - -",
          "8/8/8/8/7k/8/8/K1RR4 w - -", "8/8/8/8/7k/8/r7/2K2Q2 w - -", "8/8/8/8/7k/8/P7/K7 w - -",
          "8/P7/8/8/7k/8/q7/2K5 w - -"}) {
        INFO(fen);
        const Material material = material_in(fen);
        const Tables& tables = tables_with(material);
        const std::size_t count = index_count(material);
        constexpr std::size_t most_looked_at = 60'000;
        const std::size_t step = std::max<std::size_t>(1, count / most_looked_at);
        // All on one diagonal are their own mirror images; each step begins somewhere else, so that
        // some are met.
        for (std::size_t at = 0; at < count; at += step) {
            const std::size_t number = std::min(
                count - 1,
                at + static_cast<std::size_t>(random.uniform() * static_cast<double>(step)));
            for (const Color side : {Color::white, Color::black}) {
                const auto position = position_at(material, number, side);
                if (!position) continue;
                const auto said = tables.verdict(*position);
                REQUIRE(said);
                if (*said == from_moves(*position, tables)) continue;
                FAIL_CHECK(to_fen(*position));
                return;
            }
        }
    }
}

TEST_CASE("positions on one diagonal, which are their own mirror images") {
    const Material material = material_in("8/8/8/8/8/k7/8/KQ6 w - -");
    const Tables& tables = tables_with(material);
    int seen = 0;
    for (std::size_t i = 0; i < index_count(material); ++i) {
        const auto placement = placement_at(material, i);
        if (!placement || !is_symmetric(*placement)) continue;
        for (const Color side : {Color::white, Color::black}) {
            const auto position = position_at(material, i, side);
            if (!position) continue;
            ++seen;
            CHECK(*tables.verdict(*position) == from_moves(*position, tables));
        }
    }
    CHECK(seen > 100);
}

TEST_CASE("a placement and its number belong together") {
    for (const std::string_view fen :
         {"8/8/8/8/7k/8/8/K1BN4 w - -", "8/8/8/8/7k/8/P7/K7 w - -", "8/P7/8/8/7k/8/q7/2K5 w - -"}) {
        const Material material = material_in(fen);
        for (std::size_t i = 0; i < index_count(material); ++i) {
            const auto placement = placement_at(material, i);
            if (placement && index_of(*placement) != i) {
                FAIL_CHECK(fen << " " << i);
                break;
            }
        }
    }
}

TEST_CASE("what has no table has no verdict") {
    Tables tables;
    CHECK_FALSE(tables.verdict(position_of("8/8/8/8/8/k7/8/KQ6 w - -")));  // not computed
    CHECK_FALSE(tables.verdict(Position::initial()));
    CHECK_FALSE(tables.verdict(position_of("8/4p3/8/8/8/k7/4P3/K7 w - -")));
    CHECK_FALSE(tables.verdict(position_of("4k3/8/8/8/8/8/8/4K2R w K -")));
    CHECK(tables.verdict(position_of("8/8/8/8/8/k7/8/KB6 w - -")) == Verdict{});
    CHECK(tables.missing(material_in("8/8/8/8/8/k7/8/KB6 w - -")).empty());
    CHECK(tables.missing(material_in("8/P7/8/8/7k/8/8/K7 w - -")).size() ==
          3);  // queen, rook, pawn
}
