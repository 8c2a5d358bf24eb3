// The random numbers of Polyglot's keys, for programs that compute keys of things that are no
// Position.
#pragma once

#include <cstdint>
#include <span>

namespace kibitz {

// 12 x 64 for the pieces (black pawn, white pawn, black knight, ...), 4 for castling rights, 8 for
// the files of en passant, and 1 for White to move.
std::span<const std::uint64_t> polyglot_numbers();

}  // namespace kibitz
