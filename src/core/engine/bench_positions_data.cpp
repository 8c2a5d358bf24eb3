#include "engine/bench_positions.hpp"

#include <array>

namespace kibitz {

namespace {

// Positions of games Kibitz played against itself from random openings, standard, Chess960 and
// double Chess960, and some endings and perft classics: every part of the search has work.
constexpr auto positions = std::to_array<const char*>({
    "rnbqkb1r/ppp1nppp/3p4/4p3/4PP1P/8/PPPP2P1/RNBQKBNR w KQkq - 1 4",
    "rnbqkb1r/p1p2pp1/1p5p/3pp3/P5P1/4P2R/1PPP1PP1/1NBQKBNR w Kkq - 0 7",
    "r1bk1b1r/ppp1np2/2nq3p/3pp3/P5P1/3PP3/1PPNBPP1/R1BQK1NR w - - 0 10",
    "3rkb1r/p1q1npp1/bp2pn1p/2ppN3/2PP4/1P1BP3/P2N1PPP/R1BQ1RK1 w k - 0 13",
    "r1kn1q1r/1p4p1/n1p1p3/p2pP2p/P2P1P1P/2N5/BP1P4/R1K2Q1R w KQkq - 1 16",
    "3k1r2/b2p3n/p1r5/1pp1pP2/2P1P3/P2P1P2/1P3B1P/RB1KN2R w KQ - 1 19",
    "r4k2/1b3prp/p3p3/2p4P/3q1Qp1/P1Np2N1/1P3PP1/R3K2R w KQ - 0 22",
    "3r1k2/pq3p1p/6r1/2b1pQ2/2B5/NP2P1P1/PB1P3P/5RK1 w - - 7 26",
    "2kn4/ppp5/8/5P2/2Q4p/2P2p1P/P6q/1N1K4 w - - 0 30",
    "3q4/1R1p4/3Pk1pp/p1Q2p2/2P4P/4P3/2P1K1P1/8 w - - 1 34",
    "8/8/N1K2k2/7Q/3P2p1/5PP1/8/8 w - - 2 61",
    "rnbq1bnr/1ppkpppp/p2p4/8/1P6/B2P4/P1P1PPPP/RN1QKBNR w KQ - 0 4",
    "rq2kbnr/p1pppppp/b7/np6/P2PP3/1PP5/4QPPP/RNB1KBNR w KQkq - 3 7",
    "bb1kn1nr/6pp/2q1pp2/p2p4/P1r2P2/1K1N2P1/QP1PP2P/1R1R1NBB w k - 1 13",
    "r1b1kb1r/1pp1q3/p3p3/4Pp2/3Pp1n1/1PP2BPp/P3Q2P/RNB1K2R w KQkq - 0 16",
    "r2qk2r/p6p/2P4p/3pp3/1R4p1/N2P3P/P3PPR1/4K1N1 w kq - 0 19",
    "2b1k3/r3n1p1/1qn1p1Pp/3pPr2/pbpP2R1/2N2N2/1PPQ1PB1/R1B1K3 w Q - 5 22",
    "q1r2rk1/3bbn2/1p4p1/1P1pPpPp/P2NnP1P/8/3QN1BK/R4R2 w - - 5 26",
    "rb2k3/pq1p1p2/1p4r1/7p/PP1PP1n1/7R/2B2B2/RQ5K w - - 2 30",
    "8/4n3/4kp2/1Q5p/p2P3P/2B1N3/1P1KPP2/4q1r1 w - - 1 34",
    "8/8/2b4p/2N5/5PP1/6KP/1Pk5/8 w - - 1 39",
    "r4k2/3b1pb1/7r/q1NNP2p/3P1Pp1/p5P1/Q4B1K/7R w - - 0 45",
    "8/7p/5kp1/R5Nr/2N2PK1/P2n1P1P/8/8 w - - 1 51",
    "rnbqkbrn/p1pppppp/1p6/8/6PP/1P6/P1PPPP2/RNBQKBRN w KQkq - 0 4",
    "nrq2knr/p1pp2p1/1p2pbbp/5p2/1PP2P2/5NNP/P2PP1P1/QBRK1RB1 w KQkq - 1 7",
    "r1bq1b1r/ppp3kp/5p1p/3PP2Q/1n6/7N/P1P2PPP/RN2KB1R w KQ - 0 10",
    "r1bqr1k1/1p4pp/2pb1n2/p2pnp1P/P4N2/3BPP2/1PPB1KP1/RN1Q3R w - - 0 13",
    "rn3rk1/1bpp1ppp/p2b2q1/1p4N1/P2P3P/N1P1P1PR/1P2PK2/RQ3B2 w - - 11 16",
    "r1b1k2r/qp3p2/2p1p2p/p1P1N1p1/PbpPn3/1P2PQ1P/5PPB/R4K1R w kq - 0 19",
    "1rb3r1/p1kp2b1/q2n2P1/2pP4/2P3R1/PN3N2/2Q4P/1nB1K2B w - - 0 22",
    "2r3n1/p2nr1k1/5p1p/1Bb4p/2N1PQbP/2B2N2/2K3P1/R7 w - - 5 30",
    "4k3/N4pp1/4r3/P2p4/3P1P1p/4P1nP/1r3KP1/2R1R3 w - - 1 34",
    "8/1br2kp1/5p1p/8/2nBP3/5PP1/R3BNKP/8 w - - 3 39",
    "k1r5/3R4/1R6/3K4/2B5/P3P3/2P5/6b1 w - - 3 45",
    "5k2/1N5R/p2p2P1/3P4/1P4K1/8/5r2/8 w - - 1 51",
    "rnbqkbnr/ppp1pp2/7p/3p2p1/6P1/5P1P/PPPPP3/RNBQKBNR w KQkq - 0 4",
    "r1bqkb1r/3ppppp/1pn2n2/p7/8/2N1Q3/PPP1PPPP/R1B1KBNR w KQkq - 3 7",
    "rnb1kb1r/1pp1npp1/7p/p3P3/P3p1P1/2N3P1/1PPP4/R1B1KBNR w KQkq - 2 10",
    "r1b1kb1r/5p2/1qnp1n1p/p1N1p2P/Pp4p1/1QP1P3/1P1P1PP1/R1B1KBNR w KQkq - 1 13",
    "q1bkr2b/2p4p/3p1np1/p3pp2/4P2P/1P4P1/PB1N1P2/QR1K3B w Qk - 1 16",
    "3k3r/p1p2p1p/b7/8/3P4/1QP4N/P5qP/2K4R w - - 0 22",
    "4rbk1/r1qn1p2/4p1p1/1p1pPn1p/pNpP1P2/P1P1BN2/1P2Q1PP/1R2R2K w - - 2 26",
    "2b3k1/r3p2p/1N5b/P4ppP/4p3/4P3/1r3PP1/R1R3K1 w - - 0 30",
    "1r3r2/2b3pk/2p1p2p/3pnP2/1P1N4/PQ2B2q/4B3/3R1R1K w - - 4 34",
    "8/2kp4/8/1p4P1/1P4r1/2b5/3N4/2K5 w - - 5 39",
    "6R1/5p2/5k2/3p4/3Pp3/4P3/3bPK2/2r2B2 w - - 2 51",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/8/8/8/5kp1/P7/8/1K1N4 w - - 0 1",
    "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
});

}  // namespace

std::span<const char* const> bench_positions() { return positions; }

}  // namespace kibitz
