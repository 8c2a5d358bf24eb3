// What people open with, counted: the table that players/people/opening_habits.hpp reads.
#pragma once

#include <span>
#include <string>

#include "train/people/human_games.hpp"

namespace kibitz::train {

struct OpeningTableOptions {
    int plies = 20;           // counted from the start
    int least_games = 60;     // that got to a position for its moves to be listed
    int least_of_a_move = 8;  // games in which it was played
};

// It counts the games rated by lichess, whose scale the table has, less the moves of players from
// whose personal archives games are: one person's openings are in all of them.
std::string opening_table(std::span<const HumanGame> games, const OpeningTableOptions& options);

}  // namespace kibitz::train
