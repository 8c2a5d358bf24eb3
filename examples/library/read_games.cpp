// Reads a PGN file of any size game by game, checks every move, and names each game's opening.
#include <kibitz/chess/game.hpp>
#include <kibitz/chess/openings.hpp>

#include <array>
#include <fstream>
#include <iostream>
#include <string_view>
#include <vector>

namespace {

void print_game(const kibitz::ReadGame& read) {
    const kibitz::Game& game = read.game;
    std::vector<kibitz::Move> moves;
    for (const kibitz::NodeId node : game.main_line()) moves.push_back(game.node(node).move);
    const auto opening = kibitz::opening_of(game.start(), moves);
    std::cout << game.tag("White") << " - " << game.tag("Black") << ": "
              << kibitz::to_string(game.result()) << ", " << moves.size() << " plies, "
              << (opening ? opening->name() : "no known opening") << '\n';
    if (read.error) std::cout << "  " << kibitz::to_string(*read.error) << '\n';
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        std::cerr << "usage: read_games FILE.pgn\n";
        return 2;
    }
    std::ifstream file(argv[1], std::ios::binary);
    if (!file) {
        std::cerr << argv[1] << ": cannot be opened\n";
        return 1;
    }
    kibitz::GameBuilder builder(print_game);
    kibitz::PgnReader reader(builder);
    std::array<char, 65536> chunk;
    while (file.read(chunk.data(), chunk.size()) || file.gcount() > 0)
        reader.feed(std::string_view(chunk.data(), static_cast<std::size_t>(file.gcount())));
    reader.finish();
}
