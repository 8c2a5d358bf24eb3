// Finds puzzles in games: positions in which the last move lets the other side win, by one move
// only.
//
// A short search of every position finds where the last move gave something away. A long one then
// looks at the best two moves, and again at each later move of the solver. There are two kinds:
//
//   mate   in so many moves: at each move of the solver only one keeps to that number
//   win    of material: at each move of the solver only one wins, and the second best is clearly
//          worse; the line ends where that is no longer so
//
// The search is passed in, so nothing here starts a thread or reads a clock.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "chess/position.hpp"
#include "explain/explanation.hpp"
#include "puzzles/wanted_themes.hpp"

namespace kibitz::puzzles {

// The best `lines` moves of a position, best first, after that many nodes; empty where the game is
// over.
using Search = std::function<std::vector<explain::ScoredLine>(const Position& position, int lines,
                                                              std::uint64_t nodes)>;

struct FinderSettings {
    std::uint64_t quick_nodes = 300;     // for each position of a game
    std::uint64_t deep_nodes = 300'000;  // for each move of a solution
    std::size_t least_moves = 1;         // of the solver
    int most_moves = 6;
    WantedThemes themes{};
};

struct Finding {
    std::size_t ply = 0;  // moves of the game before the puzzle begins, or before the slip
    Move slip;            // the move that was not played and leads to the puzzle; often none
    std::vector<Move> moves;
    Square taken_on = Square::none();  // where the move before the puzzle took something
};

// The moves that people are likely to play after so many moves of the game, the likeliest first.
using LikelyMoves = std::function<std::vector<Move>(std::size_t ply)>;

// With `likely`, also the puzzles that moves which were likely but not played would have led to.
std::vector<Finding> find_puzzles(const Position& start, std::span<const Move> game,
                                  const Search& search, const FinderSettings& settings,
                                  const LikelyMoves& likely = {});

// The solution from here, if there is exactly one: empty otherwise.
std::vector<Move> only_solution(const Position& position, const Search& search,
                                const FinderSettings& settings);

}  // namespace kibitz::puzzles
