// Searches until lines are as long as they may be. A standard library that checks indices ends the
// program where one is beyond the end of a table.
#include <kibitz/chess/fen.hpp>
#include <kibitz/engine/analyser.hpp>

#include <cstdio>

int main() {
    static_assert(kibitz::max_ply < 100,
                  "lines are as long as in the program: a search would take hours");
    constexpr const char* positions[] = {
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",             // few moves, and many iterations
        "1q5r/1b2Q2p/6k1/r4p1P/8/2N5/PPP3P1/1K3R2 b - - 0 1",  // long rows of checks
    };
    kibitz::Analyser analyser;
    bool all_deep = true;
    for (const char* fen : positions) {
        const kibitz::Limits limits{.nodes = 100'000};
        const kibitz::Analysis analysis =
            analyser.analyse(*kibitz::parse_fen(fen), limits, {.lines = 2});
        std::printf("%s: depth %d after %llu positions\n", fen, analysis.depth,
                    static_cast<unsigned long long>(analysis.nodes));
        all_deep = all_deep && analysis.depth > kibitz::max_ply / 2;
    }
    return all_deep ? 0 : 1;
}
