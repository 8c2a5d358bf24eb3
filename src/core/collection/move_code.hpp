// A move as one byte, or two for a queen on a diagonal: which piece of the side, and which way it
// goes. Nobody has to generate moves for it. docs/game-database.md describes it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "chess/move.hpp"
#include "chess/position.hpp"
#include "collection/detail/bytes.hpp"

namespace kibitz::collection {

// First bytes that no move of a piece has.
inline constexpr std::uint8_t null_move_code = 0x0A, no_move_code = 0x0F;
// That of the first result, behind which those of the other three stand: *, 1-0, 0-1, 1/2-1/2.
inline constexpr std::uint8_t result_move_code = 0x0B;

// For a legal move, or Move::none(), the null move.
void append_move(std::string& out, const Position& position, Move move);
// The move whose first byte was read. Nothing if the bytes say no legal one.
std::optional<Move> read_move(std::uint8_t first, detail::ByteReader& rest,
                              const Position& position);

// What segments of version 1 have: the number of legal moves whose bits are smaller. There are at
// most 218 legal moves.
inline constexpr int numbered_moves = 218;
// Nothing if there are not so many legal moves.
std::optional<Move> numbered_move(const Position& position, std::uint8_t number);

}  // namespace kibitz::collection
