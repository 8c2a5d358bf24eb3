// QuickLook: what a short look shows of every legal move: whether a piece is lost or won by it,
// what it threatens, and what the position is worth on the board.
//
// A search of two plies and the captures behind them that counts the material only. It is cheap
// enough to be made for every position of millions of games, and it sees what a person sees at a
// glance: pieces that hang, exchanges, mates in one of both sides.
#pragma once

#include <vector>

#include "chess/move.hpp"
#include "chess/position.hpp"
#include "engine/core_path.hpp"

namespace kibitz::players {

// CorePath::evaluate, asked without a network: the hand-crafted evaluation.
using StaticEvaluation = Score (*)(const Position& position, const nnue::Network* network);

struct LookedAt {
    Move move;
    // Material after the best reply and the exchanges behind it, in centipawns, as a change for
    // the mover. Worse than `look_floor` below the best move's is cut off there.
    int outcome = 0;
    // What the mover would win with another move at once, in centipawns; 0 after a check.
    int threat = 0;
    // The evaluation of the position after the move, from the mover's view.
    int standing = 0;
    int check_replies = 0;  // legal answers, if it gives check
    bool mates = false;
    bool is_mated = false;  // the reply mates
    bool stalemates = false;
    bool repeats = false;  // to a position that was on the board before
};

// Outcomes are told apart down to so far below the best one's.
inline constexpr int look_floor = 1000;
// The outcome of a mate; larger than any material.
inline constexpr int look_mate = 4000;

// The moves are in the order of the move generator.
std::vector<LookedAt> quick_look(const Position& position, const std::vector<Key>& earlier_keys,
                                 StaticEvaluation evaluation);

// What the side to move wins by captures alone, at least 0, in centipawns.
int capture_gain(const Position& position);

}  // namespace kibitz::players
