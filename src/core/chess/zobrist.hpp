// Zobrist keys: a random number for each feature of a position; a position's key is the XOR of
// those of its features (Zobrist 1970, https://www.chessprogramming.org/Zobrist_Hashing).
#pragma once

#include <array>
#include <cstdint>

#include "chess/piece.hpp"
#include "chess/random.hpp"
#include "chess/square.hpp"

namespace kibitz {

// A position's hash. Equal positions have equal keys; different ones almost surely differ.
using Key = std::uint64_t;

namespace zobrist {

namespace detail {

struct Keys {
    std::array<std::array<Key, square_count>, piece_count> piece;
    std::array<Key, square_count> castling_rook;
    std::array<Key, file_count> en_passant;
    Key black_to_move;
};

constexpr Keys make_keys() {
    Keys keys{};
    SplitMix random(20'260'101);
    for (auto& squares : keys.piece)
        for (Key& key : squares) key = random.next();
    for (Key& key : keys.castling_rook) key = random.next();
    for (Key& key : keys.en_passant) key = random.next();
    keys.black_to_move = random.next();
    return keys;
}

inline constexpr Keys keys = make_keys();

}  // namespace detail

constexpr Key piece(Piece piece, Square square) {
    return detail::keys
        .piece[static_cast<std::size_t>(index(piece))][static_cast<std::size_t>(square.index())];
}
// The right to castle with the rook on this square.
constexpr Key castling_rook(Square square) {
    return detail::keys.castling_rook[static_cast<std::size_t>(square.index())];
}
constexpr Key en_passant(File file) {
    return detail::keys.en_passant[static_cast<std::size_t>(index(file))];
}
inline constexpr Key black_to_move = detail::keys.black_to_move;

}  // namespace zobrist
}  // namespace kibitz
