// The board as text, for terminals, logs and messages.
//
//   r n b q k b n r
//   p p p p p p p p
//   . . . . . . . .
//   ...
#pragma once

#include <cstdint>
#include <string>

#include "chess/position.hpp"

namespace kibitz {

enum class DiagramPieces : std::uint8_t {
    letters,    // K ... P for White, k ... p for Black
    figurines,  // the chess symbols of Unicode, in UTF-8
};

struct DiagramOptions {
    DiagramPieces pieces = DiagramPieces::letters;
    bool coordinates = false;  // ranks at the left, files below
    bool frame = false;        // a line around the board
    Color bottom = Color::white;
};

// Each rank on a line of its own, ended by a line break; the far rank first; '.' for an empty
// square, single blanks between squares and none at the ends of lines.
std::string to_diagram(const Position& position, const DiagramOptions& options = {});

}  // namespace kibitz
