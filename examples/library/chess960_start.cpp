// Shows a start position of Chess960, and castling in its notations.
#include <kibitz/chess/diagram.hpp>
#include <kibitz/chess/fen.hpp>
#include <kibitz/chess/san.hpp>
#include <kibitz/chess/uci_move.hpp>

#include <cstdlib>
#include <iostream>

int main(int argc, char** argv) {
    const int number = argc > 1 ? std::atoi(argv[1]) : 518;
    if (number < 0 || number > 959) {
        std::cerr << "start positions have the numbers 0 to 959\n";
        return 2;
    }
    const kibitz::Position start = kibitz::Position::chess960(number);
    std::cout << kibitz::to_diagram(start) << kibitz::to_fen(start) << '\n'
              << kibitz::to_fen(start, kibitz::FenStyle::shredder) << '\n';

    const auto ready = kibitz::parse_fen("4k3/8/8/8/8/8/8/1R3KR1 w BG - 0 1");
    const auto castling = kibitz::parse_san(*ready, "O-O");
    std::cout << kibitz::to_san(*ready, *castling) << " is "
              << kibitz::to_uci(*castling, ready->needs_chess960_notation()) << '\n';
}
