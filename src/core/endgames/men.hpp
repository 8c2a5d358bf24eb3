// The men of a small endgame, and the one form into which all that are alike are brought.
//
// A table is made for the men alone and knows nothing of colours and sides of the board: the
// stronger side is White, the pawn (there is at most one, and so no capture en passant) stands on a
// file from a to d, and without a pawn White's king stands in the triangle a1-d1-d4. A table with a
// pawn is for one rank of it: a pawn that moves leaves the table, as a capture does.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "chess/position.hpp"

namespace kibitz::endgames {

constexpr int most_men = 4;

// A man on its square.
struct Man {
    Piece piece = Piece::none;
    Square square;

    bool operator==(const Man&) const = default;
};

// Men on a board, and who is to move. In the form of a table, White's king is the first and Black's
// the second; the pawn comes next, then White's men before Black's, the strongest first.
struct Placement {
    std::array<Man, most_men> men{};
    int count = 0;
    Color to_move = Color::white;

    void add(Piece piece, Square square) {
        men[static_cast<std::size_t>(count++)] = {piece, square};
    }
    void remove(int at);
    [[nodiscard]] Man& at(int i) { return men[static_cast<std::size_t>(i)]; }
    [[nodiscard]] const Man& at(int i) const { return men[static_cast<std::size_t>(i)]; }
    [[nodiscard]] Bitboard occupied() const {
        Bitboard all;
        for (int i = 0; i < count; ++i) all |= at(i).square;
        return all;
    }
    // Whether a man of the side, but for the one at `except`, attacks the square.
    [[nodiscard]] bool attacks(Color side, Square square, Bitboard occupied, int except = -1) const;
};

// What a table is for: the men besides the kings, and the rank of the pawn.
struct Material {
    std::array<Piece, most_men - 2> others{Piece::none, Piece::none};
    std::optional<Rank> pawn_rank;

    bool operator==(const Material&) const = default;
    [[nodiscard]] int others_count() const;
    // Whether neither side could ever mate: there is no table for it, all is drawn.
    [[nodiscard]] bool is_dead() const;
};

// Nothing for a position that no table can have: more men, several pawns, or a right to castle.
std::optional<Placement> placement_of(const Position& position);

// Brings the men into the form of a table as far as colours and order go; the squares follow.
void order(Placement& placement);
// Of an ordered placement.
Material material_of(const Placement& placement);
// One of that material, on squares without a meaning, but for the pawn's.
Placement sample_of(const Material& material);

// How many numbers a table of this material needs for each side to move.
std::size_t index_count(const Material& material);
// The number of an ordered placement whose kings do not touch; the same for all that are its mirror
// images.
std::size_t index_of(const Placement& placement);
// The placement with this number, without who is to move. Nothing for a number that index_of()
// never gives, or where two men share a square.
std::optional<Placement> placement_at(const Material& material, std::size_t index);
// Whether the placement is its own mirror image.
bool is_symmetric(const Placement& placement);

}  // namespace kibitz::endgames
