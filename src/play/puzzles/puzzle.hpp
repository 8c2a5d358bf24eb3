// Puzzle: a position with one solution, and its line of text.
//
//     8/8/8/5k2/8/4K3/4Q3/8 w - - 0 1;e2g4 f5e5;endgame fork;1240
//
// FEN, the moves in UCI notation (the solver's first), the themes, the rating. Lines that are empty
// or begin with # are no puzzles.
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "chess/position.hpp"

namespace kibitz::puzzles {

struct Puzzle {
    Position start = Position::initial();
    std::vector<Move> moves;          // begins and ends with one of the solver's
    std::vector<std::string> themes;  // in the order of their names (themes.hpp)
    int rating = 0;  // of people of whom half would find all moves, on lichess's scale

    bool operator==(const Puzzle&) const = default;
};

std::string to_line(const Puzzle& puzzle);
// The error says which part is wrong and how.
std::expected<Puzzle, std::string> parse_line(std::string_view line);

// True if the line holds no puzzle: nothing, or a remark.
bool is_remark(std::string_view line);

}  // namespace kibitz::puzzles
