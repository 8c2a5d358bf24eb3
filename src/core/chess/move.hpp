// Move: one move in 16 bits; MoveList: the moves of a position on the stack.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <string>

#include "chess/piece.hpp"
#include "chess/square.hpp"

namespace kibitz {

enum class MoveKind : std::uint8_t { normal, en_passant, castling, promotion };

// bits 0-5 from, 6-11 to, 12-13 promotion piece, 14-15 kind. Captures are `normal` (or
// `promotion`) moves. Castling is written as the king taking its own rook, which is the only
// form that stays unambiguous in Chess960: `to()` is the ROOK's square.
class Move {
   public:
    constexpr Move() = default;
    constexpr Move(Square from, Square to, MoveKind kind = MoveKind::normal)
        : bits_(static_cast<std::uint16_t>(from.index() | to.index() << 6 |
                                           static_cast<int>(kind) << 14)) {}
    static constexpr Move promotion(Square from, Square to, PieceType piece) {
        Move move(from, to, MoveKind::promotion);
        move.bits_ = static_cast<std::uint16_t>(move.bits_ |
                                                (index(piece) - index(PieceType::knight)) << 12);
        return move;
    }
    // No move: the value of "none yet", and of a null move in a search.
    static constexpr Move none() { return Move(); }
    static constexpr Move from_bits(std::uint16_t bits) {
        Move move;
        move.bits_ = bits;
        return move;
    }

    [[nodiscard]] constexpr Square from() const { return Square(bits_ & 63); }
    [[nodiscard]] constexpr Square to() const { return Square(bits_ >> 6 & 63); }
    [[nodiscard]] constexpr MoveKind kind() const { return static_cast<MoveKind>(bits_ >> 14); }
    [[nodiscard]] constexpr bool is_none() const { return bits_ == 0; }
    [[nodiscard]] constexpr bool is_castling() const { return kind() == MoveKind::castling; }
    [[nodiscard]] constexpr bool is_en_passant() const { return kind() == MoveKind::en_passant; }
    [[nodiscard]] constexpr bool is_promotion() const { return kind() == MoveKind::promotion; }
    // PieceType::none unless the move is a promotion.
    [[nodiscard]] constexpr PieceType promoted_to() const {
        return is_promotion() ? static_cast<PieceType>((bits_ >> 12 & 3) + index(PieceType::knight))
                              : PieceType::none;
    }
    [[nodiscard]] constexpr std::uint16_t bits() const { return bits_; }
    [[nodiscard]] constexpr std::uint16_t from_to() const { return bits_ & 0xFFF; }

    constexpr bool operator==(const Move&) const = default;

   private:
    std::uint16_t bits_ = 0;
};

// Where king and rook stand after a castling move.
constexpr bool castles_kingside(Move move) { return move.to() > move.from(); }
constexpr Square castled_king_square(Move move) {
    return {castles_kingside(move) ? File::g : File::c, move.from().rank()};
}
constexpr Square castled_rook_square(Move move) {
    return {castles_kingside(move) ? File::f : File::d, move.from().rank()};
}

// The square the moving piece ends on: a castling move is written with its rook's square.
constexpr Square arrival(Move move) {
    return move.is_castling() ? castled_king_square(move) : move.to();
}

// Room for every legal position: the known maximum is 218 moves.
constexpr int max_moves = 256;

class MoveList {
   public:
    // The moves are left uninitialised on purpose: a list is made at every node of a search.
    MoveList() {}  // NOLINT
    void push_back(Move move) {
        assert(size_ < max_moves);
        moves_[static_cast<std::size_t>(size_++)] = move;
    }
    [[nodiscard]] int size() const { return size_; }
    [[nodiscard]] bool empty() const { return size_ == 0; }
    [[nodiscard]] Move operator[](int i) const { return moves_[static_cast<std::size_t>(i)]; }
    [[nodiscard]] const Move* begin() const { return moves_.data(); }
    [[nodiscard]] const Move* end() const { return moves_.data() + size_; }
    [[nodiscard]] Move* begin() { return moves_.data(); }
    [[nodiscard]] Move* end() { return moves_.data() + size_; }
    [[nodiscard]] bool contains(Move move) const {
        for (const Move candidate : *this)
            if (candidate == move) return true;
        return false;
    }
    // Keeps the first n moves.
    void truncate(int n) { size_ = n; }

   private:
    union {
        std::array<Move, max_moves> moves_;
    };
    int size_ = 0;
};

}  // namespace kibitz
