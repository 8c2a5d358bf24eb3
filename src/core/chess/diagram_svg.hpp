// The board as an SVG picture: for documents, web pages, and the frames of animations.
//
// Several pictures may stand on one page: the ids in them (kibitz-k, ...) name the same shapes
// everywhere, and colours are given where a shape is used.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "chess/move.hpp"
#include "chess/position.hpp"

namespace kibitz {

// Colours as CSS writes them. The defaults are the light theme.
struct BoardColors {
    std::string light_square = "#f0dfc4";
    std::string dark_square = "#b88c68";
    std::string frame = "#6f4e37";
    std::string frame_text = "#f3e6d2";
    std::string last_move = "#f2c230";  // laid over squares, half transparent
    std::string check = "#e0331f";      // glow around the king
    std::string arrow = "#2f7d4f";
    std::string mark = "#2f7d4f";
    std::string white_fill = "#fffdf8";
    std::string white_outline = "#1f1b18";
    std::string white_lines = "#1f1b18";
    std::string black_fill = "#403a36";
    std::string black_outline = "#14110f";
    std::string black_lines = "#e9dfd0";

    static BoardColors dark();
};

struct BoardArrow {
    Square from, to;
    std::string color = {};  // empty: BoardColors::arrow
};

// A ring in a square.
struct BoardMark {
    Square square;
    std::string color = {};  // empty: BoardColors::mark
};

enum class BoardCoordinates : std::uint8_t {
    none,
    inside,   // small, in the squares of the edge
    outside,  // in a frame around the board
};

struct BoardPicture {
    Color bottom = Color::white;
    int size = 480;  // width and height in pixels
    BoardCoordinates coordinates = BoardCoordinates::outside;
    BoardColors colors = {};
    Move last_move = Move::none();
    bool show_check = true;
    std::vector<BoardArrow> arrows = {};
    std::vector<BoardMark> marks = {};
    std::string title = {};  // read out by screen readers; empty: the FEN
};

std::string to_svg(const Position& position, const BoardPicture& picture = {});

}  // namespace kibitz
