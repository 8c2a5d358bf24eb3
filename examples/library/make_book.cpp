// Makes an opening book in Polyglot's format of the games in a PGN file, and looks the first move
// up.
#include <kibitz/chess/polyglot.hpp>
#include <kibitz/chess/san.hpp>

#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

int main(int argc, char** argv) {
    if (argc != 3) {
        std::cerr << "usage: make_book GAMES.pgn BOOK.bin\n";
        return 2;
    }
    std::ifstream games(argv[1], std::ios::binary);
    kibitz::PolyglotMaker maker({.max_ply = 20, .min_games = 1});
    kibitz::PolyglotMakerVisitor visitor(maker);
    kibitz::PgnReader reader(visitor);
    reader.feed(std::string(std::istreambuf_iterator<char>(games), {}));
    reader.finish();

    const std::vector<std::byte> bytes = kibitz::to_polyglot(maker.entries());
    std::ofstream(argv[2], std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));

    const auto book = kibitz::PolyglotBook::open(bytes);
    if (!book) {
        std::cerr << kibitz::to_string(book.error()) << '\n';
        return 1;
    }
    const kibitz::Position& start = kibitz::Position::initial();
    for (const kibitz::BookMove& known : book->moves(start))
        std::cout << kibitz::to_san(start, known.move) << ", weight " << known.weight << '\n';
}
