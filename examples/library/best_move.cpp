// Searches for the best move in a position, on this thread and with the network that is built in.
#include <kibitz/chess/fen.hpp>
#include <kibitz/chess/san.hpp>
#include <kibitz/engine/analyser.hpp>

#include <iostream>

int main(int argc, char** argv) {
    const char* fen = argc > 1 ? argv[1] : "7k/6pp/8/8/8/8/5PPP/R5K1 w - - 0 1";
    const auto position = kibitz::parse_fen(fen, kibitz::SetupRules::lenient);
    if (!position) {
        std::cerr << kibitz::to_string(position.error()) << '\n';
        return 1;
    }
    kibitz::Analyser analyser;
    const auto analysis = analyser.analyse(*position, {.nodes = 100'000});
    if (analysis.lines.empty()) {
        std::cout << "there is no legal move\n";
        return 0;
    }
    std::cout << kibitz::to_san(*position, analysis.best_move()) << ", depth " << analysis.depth
              << ", " << analysis.nodes << " nodes\n";
}
