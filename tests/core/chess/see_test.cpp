#include "chess/see.hpp"

#include <doctest/doctest.h>

#include "chess/fen.hpp"
#include "chess/movegen.hpp"
#include "random_games.hpp"
#include "slow_rules.hpp"

using namespace kibitz;
using namespace kibitz::squares;

namespace {

bool wins(const char* fen, Square from, Square to, int threshold) {
    return see_at_least(*parse_fen(fen, SetupRules::lenient), Move(from, to), threshold);
}

}  // namespace

TEST_CASE("exchanges one can count on the fingers") {
    // A rook takes an undefended pawn.
    constexpr auto free_pawn = "1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1";
    CHECK(wins(free_pawn, e1, e5, 100));
    CHECK_FALSE(wins(free_pawn, e1, e5, 101));
    // A knight takes a pawn defended often enough: 100 - 320 + 100...
    constexpr auto defended = "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1";
    CHECK(wins(defended, d3, e5, -220));
    CHECK_FALSE(wins(defended, d3, e5, -219));
    // A king may not take what is defended.
    constexpr auto guarded = "8/8/2k5/8/3p4/3K1R2/8/3r4 w - - 0 1";
    CHECK_FALSE(wins(guarded, d3, d4, 101));
}

TEST_CASE("the exchange agrees with one played out on a slow board") {
#if defined(NDEBUG) && !defined(KIBITZ_SANITIZED)
    constexpr int positions = 8'000;
#else
    constexpr int positions = 300;
#endif
    int captures = 0;
    test::for_random_positions(positions, 6, [&](const Position& position, const MoveList& moves) {
        const test::SlowBoard slow(position);
        for (const Move move : moves) {
            if (move.is_castling()) continue;
            captures += position.is_capture(move);
            const int worth = slow.exchange(move);
            REQUIRE_MESSAGE(see_at_least(position, move, worth), to_fen(position), " ",
                            move.from().to_string(), move.to().to_string(), " ", worth);
            REQUIRE_MESSAGE(!see_at_least(position, move, worth + 1), to_fen(position), " ",
                            move.from().to_string(), move.to().to_string(), " ", worth);
        }
    });
    CHECK(captures > positions);
}
