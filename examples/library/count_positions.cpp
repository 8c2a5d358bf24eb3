// Counts the positions after some plies (perft), and how many of them begin with each move.
#include <kibitz/chess/fen.hpp>
#include <kibitz/chess/movegen.hpp>
#include <kibitz/chess/uci_move.hpp>

#include <cstdlib>
#include <iostream>

int main(int argc, char** argv) {
    const int depth = argc > 1 ? std::atoi(argv[1]) : 4;
    const auto position = kibitz::parse_fen(
        argc > 2 ? argv[2] : "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    if (!position || depth < 1) {
        std::cerr << "usage: count_positions [DEPTH [FEN]]\n";
        return 2;
    }
    for (const kibitz::Move move : kibitz::legal_moves(*position))
        std::cout << kibitz::to_uci(move) << ": " << kibitz::perft(position->after(move), depth - 1)
                  << '\n';
    std::cout << "together: " << kibitz::perft(*position, depth) << '\n';
}
