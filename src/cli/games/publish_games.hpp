// kibitz games publish: gives the servers of an arena a database of games.
#pragma once

#include "cli/program/program.hpp"

namespace kibitz::cli {

// Adds it to `games`; in a build without the server, nothing.
void add_publish_games(Program& program, CLI::App& games);

}  // namespace kibitz::cli
