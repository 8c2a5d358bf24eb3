// The moves of the games on standard input, as lines of a set for bench/explanations: FEN; move in
// UCI notation; where the move before took something, or "-"; SAN. A blank line ends each game.
#include <iostream>
#include <string>

#include "chess/fen.hpp"
#include "chess/game.hpp"
#include "chess/pgn.hpp"
#include "chess/san.hpp"
#include "chess/uci_move.hpp"

namespace {

using namespace kibitz;

void print_moves(const ReadGame& read) {
    Position position = read.game.start();
    std::string retake = "-";
    for (const NodeId node : read.game.main_line()) {
        const Move move = read.game.node(node).move;
        if (move.is_none()) break;
        std::cout << to_fen(position) << ';' << to_uci(move) << ';' << retake << ';'
                  << to_san(position, move) << '\n';
        retake = position.is_capture(move) ? move.to().to_string() : "-";
        position.play(move);
    }
    std::cout << std::endl;
}

}  // namespace

int main() {
    GameBuilder builder(print_moves);
    PgnReader reader(builder);
    for (std::string line; std::getline(std::cin, line);) reader.feed(line + "\n");
    reader.finish();
}
