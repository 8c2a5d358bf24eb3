// Draws by repetition, as the search sees them.
#pragma once

#include <span>

#include "chess/position.hpp"

namespace kibitz::search {

// `keys` are those of the positions of the game and of the searched line, oldest first, the
// last one that of `position`; `reversible` of the moves before it can be gone back; `ply` of
// them were made by the search.

// Says whether the position repeats one of the searched line, or the third time one of the game.
bool is_repetition(std::span<const Key> keys, int reversible, int ply);

// True if the side to move has a move that leads to such a repetition: it can have a draw at
// least. Found without generating moves, by a table of all reversible moves hashed by the
// difference of keys they make (Marcel van Kervinck's cuckoo tables,
// https://www.chessprogramming.org/Cuckoo_Hashing).
bool can_repeat(const Position& position, std::span<const Key> keys, int reversible, int ply);

}  // namespace kibitz::search
