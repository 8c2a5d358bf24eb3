// Perception: which moves a human-like player sees, and which come to its mind first.
//
// Two measures of a move. Its naturalness says how readily it comes to mind: captures, checks,
// recaptures, threats, escapes, development. Its chance to be overlooked grows with quietness,
// distance from where the last moves were made, going backwards, long lines, and the plies before
// it could be played. Whether it is overlooked is then decided by two numbers: one is the same for
// that piece and those squares all through the game (a blind spot), the other all through this
// turn. So a threat is either seen in all lines thought about or in none, as with people.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "chess/move.hpp"
#include "chess/position.hpp"
#include "players/human/scene.hpp"
#include "players/human/settings.hpp"

namespace kibitz::players {

// The squares that hold the player's attention: where the last moves went from and to.
class Focus {
   public:
    void add(const Trace& trace) {
        if (trace.is_none()) return;
        squares_ |= trace.move.from() | trace.move.to();
    }
    // King's steps from a square to the nearest of them; 0 if there is none.
    [[nodiscard]] int distance(Square square) const;

   private:
    Bitboard squares_;
};

// What is to be known of all moves of one position.
struct Surroundings {
    Surroundings(const Position& position, const Trace& last);

    const Position& position;
    Trace last;  // the move that led here
    CheckInfo checks;
    Bitboard pawn_threats;  // squares the opponent's pawns attack
    Bitboard threatened;    // own pieces attacked by something cheaper, or attacked and undefended
};

struct SeenMove {
    Move move;
    double naturalness = 0;
};

// Takes back what the last move took.
bool is_recapture(const Surroundings& around, Move move);

class Perception {
   public:
    Perception(const Scene& scene, const HumanSettings& settings);

    [[nodiscard]] double naturalness(const Surroundings& around, Move move) const;
    // Probability that a move of the position `ply` plies ahead is not seen.
    [[nodiscard]] double overlook_chance(const Surroundings& around, Move move, int ply,
                                         const Focus& focus) const;
    [[nodiscard]] bool overlooks(const Surroundings& around, Move move, int ply,
                                 const Focus& focus) const;
    // The most natural of the moves that are seen, the first first; if hardly any is seen, quiet
    // ones are found all the same, since people know that there is always something to do. Empty
    // only without legal moves. At the board (ply 0) what everybody does at once is always there:
    // taking back, and taking a queen.
    [[nodiscard]] std::vector<SeenMove> look(const Surroundings& around, int ply,
                                             const Focus& focus, int width) const;
    // Where it looks to begin with.
    [[nodiscard]] Focus focus() const;

   private:
    [[nodiscard]] double mood(Move move, int ply) const;

    const Scene& scene_;
    const HumanSettings& settings_;
    std::uint64_t turn_seed_;
};

}  // namespace kibitz::players
