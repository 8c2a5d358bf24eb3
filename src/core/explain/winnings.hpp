// What a proof wins: the pieces taken and given, and the motif by which it happens.
#pragma once

#include "explain/explanation.hpp"

namespace kibitz::explain {

// Where the piece stands that the move captures.
Square square_of_prey(const Position& position, Move move);

// True if the line takes the piece that stands on the square before it.
bool is_taken(const Position& start, std::span<const Move> line, Square square);

// What `us` has won at the end of the line. The reader sees the board behind the first `seen` moves
// of it: pieces are named where they stand there.
Winnings winnings_of(const Position& start, std::span<const Move> line, Color us,
                     std::size_t seen = 0);

// The first motif of a move of `us` in the proof by which something is won; each is checked against
// what the proof takes.
std::optional<ProvenMotif> motif_of(const Position& start, std::span<const Move> proof, Color us);

// Whether the first move of the line has this motif, checked in the same way.
bool shows_motif(const Position& before, std::span<const Move> line, MotifKind kind);

// True if the piece that makes the line's first move is exchanged at once, and for no more than it
// is worth: it attacks nothing any longer.
bool is_exchanged(const Position& before, std::span<const Move> line);

}  // namespace kibitz::explain
