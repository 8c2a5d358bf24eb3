// What people of each rating play in a position, and how it ended: the table that the page's
// opening explorer reads (docs/web.md describes its format).
#pragma once

#include <span>
#include <string>

#include "train/people/human_games.hpp"

namespace kibitz::train {

struct ExplorerTableOptions {
    int plies = 30;           // counted from the start
    int least_games = 4;      // that got to a position for its moves to be listed
    int least_of_a_move = 2;  // games in which it was played
};

// It counts all games, with ratings of other sites converted to lichess's scale.
std::string explorer_table(std::span<const HumanGame> games, const ExplorerTableOptions& options);

}  // namespace kibitz::train
