// Step 2: two people who play by the rules, until the game is over.
#include <kibitz/chess/diagram.hpp>
#include <kibitz/chess/movegen.hpp>
#include <kibitz/chess/outcome.hpp>
#include <kibitz/chess/san.hpp>

#include <iostream>
#include <string>

using namespace kibitz;

void show(const Position& position) {
    std::cout << to_diagram(position) << "Moves:";
    for (const Move move : legal_moves(position)) std::cout << ' ' << to_san(position, move);
    std::cout << '\n' << (position.side_to_move() == Color::white ? "White: " : "Black: ");
}

int main() {
    Line game;
    while (!game.outcome()) {
        show(game.position());
        std::string text;
        if (!(std::cin >> text)) return 0;
        const auto move = parse_san(game.position(), text);  // e4, Nf3 and also e2e4
        if (move)
            game.play(*move);
        else
            std::cout << to_string(move.error()) << '\n';
    }
    std::cout << to_diagram(game.position())
              << "The game is over: " << to_string(game.outcome()->termination) << '\n';
}
