// Reads a position and prints its legal moves.
#include <kibitz/chess/fen.hpp>
#include <kibitz/chess/movegen.hpp>
#include <kibitz/chess/san.hpp>

#include <iostream>

int main(int argc, char** argv) {
    const char* fen =
        argc > 1 ? argv[1] : "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq -";
    const auto position = kibitz::parse_fen(fen, kibitz::SetupRules::lenient);
    if (!position) {
        std::cerr << kibitz::to_string(position.error()) << '\n';
        return 1;
    }
    for (const kibitz::Move move : kibitz::legal_moves(*position))
        std::cout << kibitz::to_san(*position, move) << '\n';
}
