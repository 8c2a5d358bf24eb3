// Scene: what a human-like player knows of the game when it is to move.
#pragma once

#include <cstdint>
#include <vector>

#include "chess/outcome.hpp"
#include "chess/position.hpp"

namespace kibitz::players {

// A move that was made, as the eye remembers it.
struct Trace {
    Move move;
    Piece captured = Piece::none;

    [[nodiscard]] bool is_none() const { return move.is_none(); }
};

struct Scene {
    Position position = Position::initial();
    std::vector<Key> earlier_keys;  // of the positions before, oldest first
    Trace last;                     // the opponent's last move
    Trace own;                      // the player's own before that
    int pawns_at_start = 8;         // of the player's side
    std::uint64_t seed = 0;         // of the player in this game: the same all along it
};

// As seen by the side to move. The two sides of a game have blind spots and moods of their own.
Scene scene_of(const Line& game, std::uint64_t seed);

}  // namespace kibitz::players
