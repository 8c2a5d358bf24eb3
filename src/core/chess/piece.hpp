// PieceType and Piece: what can stand on a square.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "chess/color.hpp"

namespace kibitz {

enum class PieceType : std::uint8_t { pawn, knight, bishop, rook, queen, king, none };

constexpr int piece_type_count = 6;
constexpr int index(PieceType type) { return static_cast<int>(type); }
constexpr bool is_slider(PieceType type) {
    return type == PieceType::bishop || type == PieceType::rook || type == PieceType::queen;
}

// Type and colour in one value: 2 * type + colour, so that both come back by a shift and a mask.
enum class Piece : std::uint8_t {
    white_pawn,
    black_pawn,
    white_knight,
    black_knight,
    white_bishop,
    black_bishop,
    white_rook,
    black_rook,
    white_queen,
    black_queen,
    white_king,
    black_king,
    none,
};

constexpr int piece_count = 12;
constexpr int index(Piece piece) { return static_cast<int>(piece); }

constexpr Piece make_piece(Color color, PieceType type) {
    return static_cast<Piece>(2 * index(type) + index(color));
}
// PieceType::none for Piece::none.
constexpr PieceType type_of(Piece piece) { return static_cast<PieceType>(index(piece) >> 1); }
// Meaningless for Piece::none.
constexpr Color color_of(Piece piece) { return static_cast<Color>(index(piece) & 1); }

// 'P' ... 'K' for White, 'p' ... 'k' for Black, '.' for none.
constexpr char to_char(Piece piece) { return "PpNnBbRrQqKk."[index(piece)]; }
// 'P' ... 'K'; '.' for none.
constexpr char to_char(PieceType type) { return "PNBRQK."[index(type)]; }

constexpr std::optional<Piece> parse_piece(char letter) {
    const auto at = std::string_view("PpNnBbRrQqKk").find(letter);
    if (at == std::string_view::npos) return std::nullopt;
    return static_cast<Piece>(at);
}

}  // namespace kibitz
