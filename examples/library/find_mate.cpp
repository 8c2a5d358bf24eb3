// Looks for a mate in a number of moves and shows it.
#include <kibitz/chess/fen.hpp>
#include <kibitz/chess/san.hpp>
#include <kibitz/engine/analyser.hpp>

#include <cstdlib>
#include <iostream>

int main(int argc, char** argv) {
    const int moves = argc > 1 ? std::atoi(argv[1]) : 2;
    const auto position = kibitz::parse_fen(argc > 2 ? argv[2] : "7k/8/5K2/8/8/8/8/6R1 w - - 0 1",
                                            kibitz::SetupRules::lenient);
    if (!position || moves < 1) {
        std::cerr << "usage: find_mate [MOVES [FEN]]\n";
        return 2;
    }
    kibitz::Analyser analyser;
    const auto analysis = analyser.analyse(*position, {.nodes = 1'000'000, .mate = moves});
    if (analysis.lines.empty() || !kibitz::is_mate(analysis.lines[0].score) ||
        analysis.lines[0].score < kibitz::score_draw ||
        kibitz::mate_moves(analysis.lines[0].score) > moves) {
        std::cout << "no mate in " << moves << " was found\n";
        return 1;
    }
    kibitz::Position shown = *position;
    std::cout << "mate in " << kibitz::mate_moves(analysis.lines[0].score) << ':';
    for (const kibitz::Move move : analysis.lines[0].pv) {
        std::cout << ' ' << kibitz::to_san(shown, move);
        shown.play(move);
    }
    std::cout << '\n';
}
