// Bitboard: a set of squares in one 64-bit word, bit n for square n.
#pragma once

#include <bit>
#include <cstdint>

#include "chess/square.hpp"

namespace kibitz {

class Bitboard {
   public:
    constexpr Bitboard() = default;
    constexpr explicit Bitboard(std::uint64_t bits) : bits_(bits) {}
    constexpr Bitboard(Square square)
        : bits_(std::uint64_t{1} << square.index()) {}  // NOLINT: a square is a set of one
    constexpr explicit Bitboard(File file) : bits_(0x0101010101010101ull << index(file)) {}
    constexpr explicit Bitboard(Rank rank) : bits_(0xFFull << (8 * index(rank))) {}

    [[nodiscard]] constexpr std::uint64_t bits() const { return bits_; }
    [[nodiscard]] constexpr bool empty() const { return bits_ == 0; }
    [[nodiscard]] constexpr bool any() const { return bits_ != 0; }
    [[nodiscard]] constexpr bool several() const { return (bits_ & (bits_ - 1)) != 0; }
    [[nodiscard]] constexpr int count() const { return std::popcount(bits_); }
    [[nodiscard]] constexpr bool contains(Square square) const {
        return (bits_ >> square.index()) & 1;
    }
    // The square of the lowest bit; the set is not empty.
    [[nodiscard]] constexpr Square first() const { return Square(std::countr_zero(bits_)); }
    // The square of the highest bit; the set is not empty.
    [[nodiscard]] constexpr Square last() const { return Square(63 - std::countl_zero(bits_)); }
    constexpr Square pop_first() {
        const Square square = first();
        bits_ &= bits_ - 1;
        return square;
    }

    constexpr Bitboard operator~() const { return Bitboard(~bits_); }
    constexpr Bitboard operator&(Bitboard other) const { return Bitboard(bits_ & other.bits_); }
    constexpr Bitboard operator|(Bitboard other) const { return Bitboard(bits_ | other.bits_); }
    constexpr Bitboard operator^(Bitboard other) const { return Bitboard(bits_ ^ other.bits_); }
    constexpr Bitboard& operator&=(Bitboard other) { return *this = *this & other; }
    constexpr Bitboard& operator|=(Bitboard other) { return *this = *this | other; }
    constexpr Bitboard& operator^=(Bitboard other) { return *this = *this ^ other; }
    constexpr bool operator==(const Bitboard&) const = default;

    // Every square moved one step; those that would leave the board are dropped.
    template <Direction step>
    [[nodiscard]] constexpr Bitboard shift() const {
        constexpr std::uint64_t not_a = ~0x0101010101010101ull, not_h = ~0x8080808080808080ull;
        if constexpr (step == Direction::north) return Bitboard(bits_ << 8);
        if constexpr (step == Direction::south) return Bitboard(bits_ >> 8);
        if constexpr (step == Direction::east) return Bitboard((bits_ & not_h) << 1);
        if constexpr (step == Direction::west) return Bitboard((bits_ & not_a) >> 1);
        if constexpr (step == Direction::north_east) return Bitboard((bits_ & not_h) << 9);
        if constexpr (step == Direction::north_west) return Bitboard((bits_ & not_a) << 7);
        if constexpr (step == Direction::south_east) return Bitboard((bits_ & not_h) >> 7);
        if constexpr (step == Direction::south_west) return Bitboard((bits_ & not_a) >> 9);
    }

    // for (Square square : bitboard) visits the squares from a1 to h8.
    class Iterator {
       public:
        constexpr explicit Iterator(std::uint64_t bits) : bits_(bits) {}
        constexpr Square operator*() const { return Square(std::countr_zero(bits_)); }
        constexpr Iterator& operator++() {
            bits_ &= bits_ - 1;
            return *this;
        }
        constexpr bool operator!=(const Iterator& other) const { return bits_ != other.bits_; }

       private:
        std::uint64_t bits_;
    };
    [[nodiscard]] constexpr Iterator begin() const { return Iterator(bits_); }
    [[nodiscard]] constexpr Iterator end() const { return Iterator(0); }

   private:
    std::uint64_t bits_ = 0;
};

constexpr Bitboard operator|(Square a, Square b) { return Bitboard(a) | Bitboard(b); }

inline constexpr Bitboard all_squares{~std::uint64_t{0}};
inline constexpr Bitboard light_squares{0x55AA55AA55AA55AAull};
inline constexpr Bitboard dark_squares{~light_squares.bits()};

}  // namespace kibitz
