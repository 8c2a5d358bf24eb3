// Plays the moves that it is given and says whether the game is over or a draw can be claimed.
#include <kibitz/chess/outcome.hpp>
#include <kibitz/chess/san.hpp>

#include <iostream>

int main(int argc, char** argv) {
    kibitz::Line line;
    for (int i = 1; i < argc; ++i) {
        const auto move = kibitz::parse_san(line.position(), argv[i]);
        if (!move) {
            std::cerr << kibitz::to_string(move.error()) << '\n';
            return 1;
        }
        line.play(*move);
    }
    if (const auto outcome = line.outcome()) {
        std::cout << "over: " << kibitz::to_string(outcome->termination) << '\n';
    } else if (const auto claim = line.claim()) {
        std::cout << "a draw can be claimed: " << kibitz::to_string(*claim) << '\n';
    } else {
        std::cout << "the game continues\n";
    }
}
