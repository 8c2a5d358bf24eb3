// The node counts everybody publishes: https://www.chessprogramming.org/Perft_Results
#include <doctest/doctest.h>

#include <cstdint>

#include "chess/fen.hpp"
#include "chess/movegen.hpp"

using namespace kibitz;

namespace {

struct Known {
    const char* fen;
    int depth;
    std::uint64_t nodes;
    int shallow_depth;  // for builds that are tens of times slower
    std::uint64_t shallow_nodes;
};

constexpr Known well_known[] = {
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6, 119'060'324, 4, 197'281},
    {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5, 193'690'690, 3,
     97'862},
    {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 7, 178'633'661, 5, 674'624},
    {"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5, 15'833'292, 4, 422'333},
    {"r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1", 5, 15'833'292, 4, 422'333},
    {"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 5, 89'941'194, 3, 62'379},
    {"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 5, 164'075'551, 3,
     89'890},
    // Chess960, from the same wiki and from the start arrays where castling is odd.
    {"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 5, 8'146'062, 4, 326'672},
    {"2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", 5, 16'253'601, 4, 667'366},
    {"b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", 5, 6'417'013, 4, 273'318},
};

}  // namespace

TEST_CASE("well-known positions have their published number of leaves") {
    for (const Known& known : well_known) {
        const auto position = parse_fen(known.fen, SetupRules::lenient);
        REQUIRE(position.has_value());
        CAPTURE(known.fen);
#if defined(NDEBUG) && !defined(KIBITZ_SANITIZED)
        CHECK(perft(*position, known.depth) == known.nodes);
#else
        CHECK(perft(*position, known.shallow_depth) == known.shallow_nodes);
#endif
    }
}
