// Says why a piece cannot go from one square to another.
#include <kibitz/chess/fen.hpp>
#include <kibitz/chess/move_obstacle.hpp>

#include <iostream>

int main(int argc, char** argv) {
    if (argc != 4) {
        std::cerr << "usage: why_not FEN FROM TO\n";
        return 2;
    }
    const auto position = kibitz::parse_fen(argv[1], kibitz::SetupRules::lenient);
    const auto from = kibitz::Square::parse(argv[2]), to = kibitz::Square::parse(argv[3]);
    if (!position || !from || !to) {
        std::cerr << "this is no position, or no square\n";
        return 2;
    }
    const auto obstacle = kibitz::obstacle_to(*position, *from, *to);
    if (!obstacle) {
        std::cout << "nothing is in the way\n";
        return 0;
    }
    std::cout << kibitz::to_string(obstacle->kind);
    if (obstacle->by != kibitz::Square::none()) std::cout << ", by " << obstacle->by.to_string();
    std::cout << '\n';
}
