// Plays moves as people write them, and says what is wrong with the first that cannot be played.
#include <kibitz/chess/fen.hpp>
#include <kibitz/chess/san.hpp>

#include <iostream>

int main(int argc, char** argv) {
    kibitz::Position position = kibitz::Position::initial();
    for (int i = 1; i < argc; ++i) {
        const auto move = kibitz::parse_san(position, argv[i]);
        if (!move) {
            std::cout << kibitz::to_string(move.error()) << '\n';
            return 1;
        }
        position.play(*move);
    }
    std::cout << kibitz::to_fen(position) << '\n';
}
