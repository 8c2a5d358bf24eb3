// Square, File, Rank: the coordinates of a board. a1 = 0, b1 = 1, ... h8 = 63.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "chess/color.hpp"

namespace kibitz {

constexpr int file_count = 8;
constexpr int rank_count = 8;
constexpr int square_count = 64;

enum class File : std::uint8_t { a, b, c, d, e, f, g, h };
enum class Rank : std::uint8_t { r1, r2, r3, r4, r5, r6, r7, r8 };

constexpr int index(File file) { return static_cast<int>(file); }
constexpr int index(Rank rank) { return static_cast<int>(rank); }
constexpr char to_char(File file) { return static_cast<char>('a' + index(file)); }
constexpr char to_char(Rank rank) { return static_cast<char>('1' + index(rank)); }

// The rank as the side sees it: r1 is its own back rank.
constexpr Rank relative(Rank rank, Color side) {
    return static_cast<Rank>(side == Color::white ? index(rank) : 7 - index(rank));
}

// A square of the board, or `Square::none()`.
class Square {
   public:
    constexpr Square() = default;
    constexpr explicit Square(int index) : index_(static_cast<std::uint8_t>(index)) {}
    constexpr Square(File file, Rank rank)
        : Square(kibitz::index(rank) * 8 + kibitz::index(file)) {}

    static constexpr Square none() { return Square(square_count); }
    // "e4" -> e4; nothing for any other text.
    static constexpr std::optional<Square> parse(std::string_view text) {
        if (text.size() != 2 || text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8')
            return std::nullopt;
        return Square((text[1] - '1') * 8 + (text[0] - 'a'));
    }

    [[nodiscard]] constexpr int index() const { return index_; }
    [[nodiscard]] constexpr File file() const { return static_cast<File>(index_ & 7); }
    [[nodiscard]] constexpr Rank rank() const { return static_cast<Rank>(index_ >> 3); }
    [[nodiscard]] constexpr bool is_none() const { return index_ == square_count; }
    [[nodiscard]] constexpr bool is_light() const { return ((index_ >> 3) + index_) & 1; }
    // e2 <-> e7
    [[nodiscard]] constexpr Square flip_rank() const { return Square(index_ ^ 56); }
    // d4 <-> e4
    [[nodiscard]] constexpr Square flip_file() const { return Square(index_ ^ 7); }
    // The square as the side sees it: unchanged for White, flipped for Black.
    [[nodiscard]] constexpr Square relative(Color side) const {
        return side == Color::white ? *this : flip_rank();
    }

    [[nodiscard]] std::string to_string() const {
        return is_none() ? "-" : std::string{to_char(file()), to_char(rank())};
    }

    constexpr bool operator==(const Square&) const = default;
    constexpr auto operator<=>(const Square&) const = default;

   private:
    std::uint8_t index_ = square_count;
};

// The steps between neighbouring squares, as differences of their indices.
enum class Direction : std::int8_t {
    north = 8,
    south = -8,
    east = 1,
    west = -1,
    north_east = 9,
    north_west = 7,
    south_east = -7,
    south_west = -9,
};

// The caller knows that the step stays on the board.
constexpr Square operator+(Square square, Direction step) {
    return Square(square.index() + static_cast<int>(step));
}
constexpr Square operator-(Square square, Direction step) {
    return Square(square.index() - static_cast<int>(step));
}

constexpr Direction forward(Color side) {
    return side == Color::white ? Direction::north : Direction::south;
}

// a1 ... h8 by name, for code and tests that read like a book.
namespace squares {
#define KIBITZ_RANK(N)                                                                   \
    inline constexpr Square a##N{File::a, Rank::r##N}, b##N{File::b, Rank::r##N},        \
        c##N{File::c, Rank::r##N}, d##N{File::d, Rank::r##N}, e##N{File::e, Rank::r##N}, \
        f##N{File::f, Rank::r##N}, g##N{File::g, Rank::r##N}, h##N{File::h, Rank::r##N};
KIBITZ_RANK(1)
KIBITZ_RANK(2)
KIBITZ_RANK(3)
KIBITZ_RANK(4)
KIBITZ_RANK(5)
KIBITZ_RANK(6)
KIBITZ_RANK(7)
KIBITZ_RANK(8)
#undef KIBITZ_RANK
}  // namespace squares

}  // namespace kibitz
