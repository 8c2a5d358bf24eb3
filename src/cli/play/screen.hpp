// The board with what belongs beside it: players, clocks, pieces taken, opening, last moves.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "cli/play/game_record.hpp"
#include "cli/terminal/board_view.hpp"
#include "cli/terminal/paint.hpp"

namespace kibitz::cli {

struct Look {
    BoardStyle style = BoardStyle::ascii;
    Paint paint;
    int width = 80;
};

// `clocks` is what is left to each side now, in milliseconds.
std::string draw_screen(const GameRecord& record, const Look& look, Color bottom,
                        const GameRecord::Clocks& clocks);

// "1:02:03", "4:05", under ten seconds "9.8".
std::string clock_text(std::int64_t ms);

// "C60 Ruy Lopez"; empty if the game is in no opening that has a name.
std::string opening_text(const Line& line);

// The moves from one on, with numbers, broken into lines.
std::string move_list(const Line& line, int first_move, int width);

}  // namespace kibitz::cli
