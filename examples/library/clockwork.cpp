// Shows how the classic player rates every move in a position, and which one it plays.
#include <kibitz/chess/fen.hpp>
#include <kibitz/chess/san.hpp>
#include <kibitz/classic/classic_move.hpp>

#include <iomanip>
#include <iostream>

using namespace kibitz;

int main(int argc, char** argv) {
    const char* fen = argc > 1 ? argv[1] : "7k/6pp/8/8/8/8/5PPP/R5K1 w - - 0 1";
    const auto position = parse_fen(fen, SetupRules::lenient);
    if (!position) {
        std::cerr << to_string(position.error()) << '\n';
        return 1;
    }
    const players::ClassicSettings settings{
        .level = 3, .final_rate = 0.1, .margin = 1.25, .seed = 1};
    players::SearchWatch watch;  // could stop the search, and count its nodes meanwhile
    const auto found = players::classic_move(*position, settings, watch);
    if (!found) {
        std::cout << "there is no legal move\n";
        return 0;
    }
    // The sum of the ratings along the best line of play after each move, in pawns; + is good for
    // White.
    const auto candidates =
        players::best_first(found->candidates, position->side_to_move(), settings.band());
    for (const auto& [move, can_be_chosen] : candidates)
        std::cout << (can_be_chosen ? "* " : "  ") << to_san(*position, move.move) << ' '
                  << std::fixed << std::setprecision(2) << move.adjusted << '\n';
    std::cout << "plays " << to_san(*position, found->move) << ", " << found->nodes << " nodes\n";
}
