// What a search shows of each move, as rows of a table of weights of the move model.
//
// A short look (look_rows.hpp) sees exchanges and mates in one. Strong people see further, weak
// ones do not: with these rows, what a move is worth counts as much as people of a rating see of
// it. Without them, moves drawn for people of 2000 lose a pawn and a half twice as often as the
// moves of such people do.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace kibitz::players {

// Centipawns for the mover; `not_searched` for moves that nobody plays, at which no search looks.
using SearchScore = int;
inline constexpr SearchScore not_searched = std::numeric_limits<SearchScore>::min();

// Of a move: how much worse it is than the best one, and how the game stands with the best one.
// In the order of the scores.
std::vector<std::uint16_t> search_rows(std::span<const SearchScore> scores);

// Which moves a search looks at: the likeliest, at most so many, each at least so probable.
inline constexpr int most_searched = 16;
inline constexpr double least_searched = 0.005;

// What the built-in model's weights were fitted with.
inline constexpr int usual_search_nodes = 6'000;

}  // namespace kibitz::players
