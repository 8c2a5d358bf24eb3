#include "chess/diagram.hpp"

#include <string_view>

namespace kibitz {
namespace {

std::string_view symbol(Piece piece, DiagramPieces pieces) {
    constexpr std::string_view letters[] = {"P", "p", "N", "n", "B", "b", "R",
                                            "r", "Q", "q", "K", "k", "."};
    constexpr std::string_view figurines[] = {"♙", "♟", "♘", "♞", "♗", "♝", "♖",
                                              "♜", "♕", "♛", "♔", "♚", "."};
    return (pieces == DiagramPieces::letters ? letters : figurines)[index(piece)];
}

void append_frame_line(std::string& out, const DiagramOptions& options) {
    if (!options.frame) return;
    if (options.coordinates) out += "  ";
    out += "+-----------------+\n";
}

void append_files(std::string& out, const DiagramOptions& options) {
    if (!options.coordinates) return;
    out += options.frame ? "   " : " ";
    for (int column = 0; column < file_count; ++column) {
        const int file = options.bottom == Color::white ? column : file_count - 1 - column;
        out += ' ';
        out += to_char(static_cast<File>(file));
    }
    out += '\n';
}

}  // namespace

std::string to_diagram(const Position& position, const DiagramOptions& options) {
    const bool flipped = options.bottom == Color::black;
    std::string out;
    append_frame_line(out, options);
    for (int row = 0; row < rank_count; ++row) {
        const auto rank = static_cast<Rank>(flipped ? row : rank_count - 1 - row);
        if (options.coordinates) {
            out += to_char(rank);
            out += ' ';
        }
        if (options.frame) out += "| ";
        for (int column = 0; column < file_count; ++column) {
            const auto file = static_cast<File>(flipped ? file_count - 1 - column : column);
            if (column > 0) out += ' ';
            out += symbol(position.piece_on({file, rank}), options.pieces);
        }
        out += options.frame ? " |\n" : "\n";
    }
    append_frame_line(out, options);
    append_files(out, options);
    return out;
}

}  // namespace kibitz
