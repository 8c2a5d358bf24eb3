// Draws won endings at random: MATERIAL COUNT SYZYGY_PATH, e.g. KBNvK 100 syzygy
//
// Prints FENs with the first-named pieces White's and White to move, won by the tables with the
// fifty-move rule in force.
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <random>
#include <string>
#include <string_view>

#include "chess/fen.hpp"
#include "platform/syzygy.hpp"

using namespace kibitz;

namespace {

[[noreturn]] void die(const std::string& what) {
    std::fprintf(stderr, "bench_engine_make_endings: %s\n", what.c_str());
    std::exit(2);
}

// The pieces of "KBNvK", White's before the v.
std::vector<Piece> pieces_of(std::string_view material) {
    std::vector<Piece> pieces;
    Color side = Color::white;
    constexpr std::string_view letters = "PNBRQK";
    for (const char letter : material) {
        if (letter == 'v' && side == Color::white) {
            side = Color::black;
            continue;
        }
        const auto type = letters.find(letter);
        if (type == std::string_view::npos) die("no such pieces: " + std::string(material));
        pieces.push_back(make_piece(side, static_cast<PieceType>(type)));
    }
    return pieces;
}

std::optional<Position> scatter(const std::vector<Piece>& pieces, std::mt19937_64& random) {
    PositionSetup setup;
    for (const Piece piece : pieces) {
        Piece& square = setup.board[random() % square_count];
        if (square != Piece::none) return std::nullopt;
        square = piece;
    }
    const auto position = Position::make(setup);
    if (!position) return std::nullopt;
    return *position;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 4 || std::atoi(argv[2]) < 1)
        die("usage: bench_engine_make_endings MATERIAL COUNT SYZYGY_PATH");
    const auto opened = open_syzygy(argv[3]);
    if (!opened) die(opened.error());
    const auto pieces = pieces_of(argv[1]);
    if (static_cast<int>(pieces.size()) > opened->tablebase->max_pieces())
        die("the tables do not go so far: " + std::string(argv[1]));
    std::mt19937_64 random(pieces.size());
    for (int found = 0; found < std::atoi(argv[2]);) {
        const auto position = scatter(pieces, random);
        if (!position) continue;
        const auto result = opened->tablebase->probe_wdl(*position);
        if (!result) die("no table for " + std::string(argv[1]));
        if (*result != Wdl::win) continue;
        std::puts(to_fen(*position).c_str());
        ++found;
    }
}
