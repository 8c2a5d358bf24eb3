// Legal move generation. Every move generated is legal; nothing has to be checked afterwards.
#pragma once

#include <cstdint>

#include "chess/move.hpp"
#include "chess/position.hpp"

namespace kibitz {

enum class MoveSet : std::uint8_t {
    all,
    captures,  // captures, en passant and every promotion
    quiets,    // the rest, castling included
};

// Appends the legal moves of a set; in check these are the evasions.
void generate(const Position& position, MoveSet set, MoveList& moves);

inline MoveList legal_moves(const Position& position) {
    MoveList moves;
    generate(position, MoveSet::all, moves);
    return moves;
}
inline MoveList legal_captures(const Position& position) {
    MoveList moves;
    generate(position, MoveSet::captures, moves);
    return moves;
}
inline MoveList legal_quiets(const Position& position) {
    MoveList moves;
    generate(position, MoveSet::quiets, moves);
    return moves;
}
// The number of legal moves, without making a list of them.
int count_legal_moves(const Position& position);
bool has_legal_move(const Position& position);

// The number of leaves of the tree of legal moves of the given depth; the leaves themselves are
// counted in bulk. The yardstick of move generators.
std::uint64_t perft(const Position& position, int depth);

}  // namespace kibitz
