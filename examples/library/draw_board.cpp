// Draws a position as text and, into the file that it is given, as a picture with the last move.
#include <kibitz/chess/diagram.hpp>
#include <kibitz/chess/diagram_svg.hpp>
#include <kibitz/chess/uci_move.hpp>

#include <fstream>
#include <iostream>

int main(int argc, char** argv) {
    kibitz::Position position = kibitz::Position::initial();
    const auto move = kibitz::parse_uci(position, "e2e4");
    if (!move) return 1;
    position.play(*move);
    std::cout << kibitz::to_diagram(position, {.coordinates = true});
    if (argc < 2) return 0;
    std::ofstream picture(argv[1]);
    picture << kibitz::to_svg(position, {.size = 320, .last_move = *move});
    return picture ? 0 : 1;
}
