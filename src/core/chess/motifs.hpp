// Tactical motifs: why a line of play wins, in the field's words.
//
// A search says that a line wins, not why. Here the line's first move is looked at as a textbook
// would (https://www.chessprogramming.org/Tactics), and the moves that follow are the evidence: a
// fork is reported only where the line goes on to win what was forked. Nothing is searched.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "chess/move.hpp"
#include "chess/position.hpp"

namespace kibitz {

enum class MotifKind : std::uint8_t {
    back_rank,          // mate on the back rank, behind the king's own pieces
    hanging,            // takes what nothing defends
    double_check,       // two pieces give check
    discovered_check,   // a piece steps aside and the one behind it gives check
    fork,               // one piece attacks two
    skewer,             // the piece in front has to go, and the one behind it is lost
    discovered_attack,  // a piece steps aside and the one behind it attacks
    pin,                // a piece cannot leave the line to one worth more behind it
    removes_defender,   // takes what defended another
    overloaded,         // a piece that has two to defend can only defend one
    trapped,            // a piece under attack has nowhere to go
};
// "fork", "discovered attack"
const char* to_string(MotifKind kind);

struct Motif {
    MotifKind kind;
    // The square, after the first move, of the piece that carries out the motif; for a mate on the
    // back rank, of the piece that mates.
    Square by;
    // The squares, after the first move, of the pieces that suffer it. In a pin or skewer the front
    // piece comes first; an overloaded or removed defender comes before what it defended.
    std::vector<Square> on;

    bool operator==(const Motif&) const = default;
};

// The motifs in the first move of a line of legal moves by which the side to move wins something,
// the most telling first; none where the line has no moves. A line of fewer than three moves is
// taken to win what it threatens.
std::vector<Motif> motifs_of(const Position& position, std::span<const Move> line);

}  // namespace kibitz
