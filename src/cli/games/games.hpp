// kibitz games, in the folder src/cli/games.
#pragma once

#include "cli/program.hpp"

namespace kibitz::cli {

void add_games_command(Program& program);

}  // namespace kibitz::cli
