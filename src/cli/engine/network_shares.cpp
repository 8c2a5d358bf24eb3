#include "cli/engine/network_shares.hpp"

#include <array>
#include <cstdio>

namespace kibitz::cli {

namespace network_shares {
namespace {

constexpr double centipawns_in_pawn = 100;

std::optional<Position> without(const Position& position, Square square) {
    PositionSetup setup = position.setup();
    setup.board[static_cast<std::size_t>(square.index())] = Piece::none;
    // Rights and squares that went with the piece are dropped.
    const auto rest = Position::make(setup, SetupRules::lenient);
    if (!rest) return std::nullopt;
    return *rest;
}

int for_white(const Position& position, const ScorePosition& score) {
    const int centipawns = score(position);
    return position.side_to_move() == Color::white ? centipawns : -centipawns;
}

// The squares as they are read, from a8 to h1.
std::vector<Square> squares_from_top() {
    std::vector<Square> squares;
    for (int rank = 7; rank >= 0; --rank)
        for (int file = 0; file < 8; ++file)
            squares.emplace_back(static_cast<File>(file), static_cast<Rank>(rank));
    return squares;
}

std::string cell(const std::string& text) {
    constexpr std::size_t width = 7;
    const std::size_t left = (width - text.size() + 1) / 2;
    return std::string(left, ' ') + text + std::string(width - text.size() - left, ' ');
}

std::string pawns_text(const std::optional<int>& centipawns) {
    if (!centipawns) return "";
    std::array<char, 16> text{};
    std::snprintf(text.data(), text.size(), "%+.2f", *centipawns / centipawns_in_pawn);
    return text.data();
}

}  // namespace
}  // namespace network_shares

std::vector<PieceShare> piece_shares(const Position& position, const ScorePosition& score) {
    using namespace network_shares;
    const int whole = for_white(position, score);
    std::vector<PieceShare> shares;
    for (const Square square : squares_from_top()) {
        const Piece piece = position.piece_on(square);
        if (piece == Piece::none) continue;
        PieceShare share{.square = square, .piece = piece, .centipawns = std::nullopt};
        if (type_of(piece) != PieceType::king)
            if (const auto rest = without(position, square))
                share.centipawns = whole - for_white(*rest, score);
        shares.push_back(share);
    }
    return shares;
}

std::string to_text(const std::vector<PieceShare>& shares) {
    using namespace network_shares;
    const std::string line = "  +" + [] {
        std::string text;
        for (int file = 0; file < 8; ++file) text += "-------+";
        return text;
    }() + "\n";
    std::string text = line;
    auto next = shares.begin();
    std::string pieces, values;
    for (const Square square : squares_from_top()) {
        const bool is_there = next != shares.end() && next->square == square;
        pieces += cell(is_there ? std::string(1, to_char(next->piece)) : "") + "|";
        values += cell(is_there ? pawns_text(next->centipawns) : "") + "|";
        if (is_there) ++next;
        if (square.file() != File::h) continue;
        text += std::string(1, static_cast<char>('1' + index(square.rank()))) + " |" + pieces +
                "\n  |" + values + "\n" + line;
        pieces.clear();
        values.clear();
    }
    text += "   ";
    for (char file = 'a'; file <= 'h'; ++file) text += cell(std::string(1, file)) + " ";
    while (text.ends_with(' ')) text.pop_back();
    return text + "\n";
}

}  // namespace kibitz::cli
