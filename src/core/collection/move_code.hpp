// A move as the number of legal moves that are smaller as 16 bits: it fits into a byte, whatever
// the order in which a generator finds the moves.
#pragma once

#include <cstdint>
#include <optional>

#include "chess/move.hpp"
#include "chess/position.hpp"

namespace kibitz::collection {

// The largest number of legal moves in a position is 218.
inline constexpr int move_codes = 218;

// For a legal move.
std::uint8_t encode_move(const Position& position, Move move);
// Nothing if there are not so many legal moves.
std::optional<Move> decode_move(const Position& position, std::uint8_t code);

}  // namespace kibitz::collection
