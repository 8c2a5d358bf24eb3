#include "chess/movegen.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "chess/fen.hpp"
#include "random_games.hpp"
#include "slow_rules.hpp"

using namespace kibitz;

namespace {

// The slow rules take about 0.1 ms a position; sanitizers multiply that.
#if defined(NDEBUG) && !defined(KIBITZ_SANITIZED)
constexpr int random_positions = 100'000;
#else
constexpr int random_positions = 3'000;
#endif

std::set<std::uint16_t> bits_of(const auto& moves) {
    std::set<std::uint16_t> bits;
    for (const Move move : moves) bits.insert(move.bits());
    return bits;
}

}  // namespace

TEST_CASE("generated moves are those of the slow rules") {
    test::for_random_positions(
        random_positions, 1, [](const Position& position, const MoveList& moves) {
            const auto generated = bits_of(moves);
            const auto expected = bits_of(test::SlowBoard(position).legal_moves());
            REQUIRE_MESSAGE(generated == expected, to_fen(position));
            REQUIRE(generated.size() == static_cast<std::size_t>(moves.size()));
            REQUIRE(count_legal_moves(position) == moves.size());
            REQUIRE(has_legal_move(position) == !moves.empty());
        });
}

TEST_CASE("captures and quiets together are all moves, each once") {
    test::for_random_positions(10'000, 2, [](const Position& position, const MoveList& moves) {
        const MoveList captures = legal_captures(position), quiets = legal_quiets(position);
        REQUIRE(captures.size() + quiets.size() == moves.size());
        for (const Move move : captures) {
            REQUIRE(moves.contains(move));
            REQUIRE((position.is_capture(move) || move.is_promotion()));
        }
        for (const Move move : quiets) {
            REQUIRE(moves.contains(move));
            REQUIRE_FALSE((position.is_capture(move) || move.is_promotion()));
        }
    });
}

TEST_CASE("is_legal accepts the legal ones of all 65,536 moves and no other") {
    test::for_random_positions(150, 3, [](const Position& position, const MoveList& moves) {
        int accepted = 0;
        for (int bits = 0; bits <= 0xFFFF; ++bits) {
            const Move move = Move::from_bits(static_cast<std::uint16_t>(bits));
            if (!position.is_legal(move)) continue;
            ++accepted;
            REQUIRE_MESSAGE(moves.contains(move), to_fen(position), " move bits ", bits);
        }
        REQUIRE_MESSAGE(accepted == moves.size(), to_fen(position));
    });
}

TEST_CASE("gives_check says what the slow rules find after the move") {
    test::for_random_positions(
        random_positions / 10, 4, [](const Position& position, const MoveList& moves) {
            const CheckInfo info = position.check_info();
            const test::SlowBoard slow(position);
            for (const Move move : moves)
                REQUIRE_MESSAGE(position.gives_check(move, info) == slow.gives_check(move),
                                to_fen(position), " ", move.from().to_string(),
                                move.to().to_string());
        });
}

TEST_CASE("keys and all that play keeps up to date match a fresh computation") {
    test::for_random_positions(random_positions, 5, [](const Position& position, const MoveList&) {
        REQUIRE_MESSAGE(position.is_consistent(), to_fen(position));
    });
}
