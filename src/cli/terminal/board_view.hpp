// The board for people at a terminal: the last move marked, a king in check marked.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "chess/position.hpp"
#include "cli/terminal/terminal.hpp"

namespace kibitz::cli {

enum class BoardStyle : std::uint8_t {
    ascii,    // letters; the last move in brackets: . .[N]. .
    unicode,  // figurines, marked in the same way
    colour,   // figurines on coloured squares
};

// The best that the terminal can show.
BoardStyle best_board_style(const Terminal& terminal);

struct BoardView {
    BoardStyle style = BoardStyle::ascii;
    Color bottom = Color::white;
    Move last_move = Move::none();
};

// Eight lines, the far rank first, and a ninth with the files. No line breaks. `position` is the
// one after the last move.
std::vector<std::string> board_lines(const Position& position, const BoardView& view);

// A piece as the style shows it away from the board.
std::string man_symbol(Piece piece, BoardStyle style);

}  // namespace kibitz::cli
