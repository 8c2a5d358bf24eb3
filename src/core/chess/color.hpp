// Color: the two sides of a game of chess.
#pragma once

#include <cstdint>

namespace kibitz {

enum class Color : std::uint8_t { white, black };

constexpr int color_count = 2;

constexpr Color operator~(Color color) { return static_cast<Color>(static_cast<int>(color) ^ 1); }

constexpr int index(Color color) { return static_cast<int>(color); }

}  // namespace kibitz
