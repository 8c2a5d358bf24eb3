// What people do in a laboratory from the command line, below `kibitz lab`: its keys with their
// roles, and what happens to tests: approve, pause, continue, stop, prioritise.
#pragma once

#include "cli/program/program.hpp"

namespace kibitz::cli {

void add_lab_people_commands(Program& program, CLI::App& lab);

}  // namespace kibitz::cli
