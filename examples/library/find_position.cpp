// Lists the games of a PGN file in which a position occurs, by any order of moves.
#include <kibitz/chess/fen.hpp>
#include <kibitz/chess/pgn.hpp>

#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

namespace {

class Finder final : public kibitz::PgnVisitor {
   public:
    explicit Finder(kibitz::Key key) : key_(key) {}

    void begin_game() override {
        ++game_;
        is_found_ = false;
    }
    void move(const kibitz::Position&, kibitz::Move, const kibitz::Position& after) override {
        if (after.key() != key_ || is_found_) return;
        is_found_ = true;
        std::cout << "game " << game_ << ", after " << after.game_ply() << " plies\n";
    }

   private:
    kibitz::Key key_;
    int game_ = 0;
    bool is_found_ = false;
};

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) {
        std::cerr << "usage: find_position FILE.pgn FEN\n";
        return 2;
    }
    const auto position = kibitz::parse_fen(argv[2], kibitz::SetupRules::lenient);
    std::ifstream file(argv[1], std::ios::binary);
    if (!position || !file) {
        std::cerr << (position ? "the file cannot be opened" : kibitz::to_string(position.error()))
                  << '\n';
        return 1;
    }
    Finder finder(position->key());
    kibitz::PgnReader reader(finder);
    reader.feed(std::string(std::istreambuf_iterator<char>(file), {}));
    reader.finish();
}
