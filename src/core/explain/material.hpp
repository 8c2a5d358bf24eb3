// Counting what a line wins: pieces and pawns in exchange values, once nothing hangs any more.
//
// A small search of its own counts nothing but material: both sides play all moves for a few plies,
// then captures until they stop paying (https://www.chessprogramming.org/Quiescence_Search). It
// proves or refutes short tactics without an engine.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "chess/position.hpp"

namespace kibitz::explain {

using Moves = std::vector<Move>;

// From here on a difference in material is worth speaking of.
inline constexpr int least_material = 80;
// Knights and bishops differ by less: a line that wins "a knight" may give a bishop on the way.
inline constexpr int exchange_tolerance = 40;
// What a mate counts for in `gain`; more than all the pieces on a board.
inline constexpr int mate_gain = 100'000;

// The exchange values of a side's pieces and pawns less those of the other side.
int balance(const Position& position, Color us);

// Moves and what they win for the side that begins them, in centipawns.
struct Gain {
    int centipawns = 0;
    Moves moves;

    [[nodiscard]] bool mates() const { return centipawns > mate_gain / 2; }
};

// What the side to move wins by captures and promotions, both sides free to stop; a side in check
// plays any move.
Gain settle(const Position& position);

// The centipawns of that where the first capture may lose something by itself, and win more by what
// it opens or leads away: what has been won has to stand against it.
int most_taken(const Position& position);

// What the side to move can count on by captures, where the other side's first answer may lose
// something by itself; a side in check plays any move.
int least_taken(const Position& position);

// What `settle` finds behind so many plies of all legal moves; nothing if that takes too many
// positions.
std::optional<Gain> best_material(const Position& position, int plies);

// What a line wins for one side. The end of an engine's line is guesswork: what is won has to last
// for some moves behind `proof`, and only the first part of a long line counts.
struct Tally {
    int centipawns = 0;
    // The beginning of the line by which all of it is won, with the captures that complete it.
    Moves proof;
};
// The proof has at least `least_moves` moves if the line has.
Tally tally(const Position& start, std::span<const Move> line, Color us,
            std::size_t least_moves = 1);

Position position_after(Position position, std::span<const Move> line);
bool is_checkmate(const Position& position);
}  // namespace kibitz::explain
