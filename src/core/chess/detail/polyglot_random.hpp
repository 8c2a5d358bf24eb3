// The random numbers that make the keys of Polyglot's opening books.
#pragma once

#include <array>
#include <cstdint>

namespace kibitz::detail {

// 12 x 64 for the pieces, 4 for castling rights, 8 for en passant files, 1 for White to move.
constexpr int polyglot_random_count = 781;
constexpr int polyglot_castling_offset = 768;
constexpr int polyglot_en_passant_offset = 772;
constexpr int polyglot_turn_offset = 780;

extern const std::array<std::uint64_t, polyglot_random_count> polyglot_random;

}  // namespace kibitz::detail
