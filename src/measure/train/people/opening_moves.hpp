// The moves of a game's opening that are worth counting.
#pragma once

#include <algorithm>
#include <cstddef>

#include "chess/position.hpp"
#include "train/people/human_games.hpp"

namespace kibitz::train {

// Calls visit(position, move) for the first plies of a game. It leaves out the moves of a player
// from whose personal archive the game is: one person's openings are in all of its games.
template <class Visit>
void for_each_opening_move(const HumanGame& game, int plies, Visit visit) {
    Position position = Position::initial();
    const std::size_t count = std::min(game.moves.size(), static_cast<std::size_t>(plies));
    for (std::size_t ply = 0; ply < count; ++ply) {
        const auto side = static_cast<std::size_t>(index(position.side_to_move()));
        if (!game.is_archive_owner[side]) visit(position, game.moves[ply]);
        position.play(game.moves[ply]);
    }
}

}  // namespace kibitz::train
