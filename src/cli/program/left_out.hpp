// A command that this build does without.
#pragma once

#include "cli/program/program.hpp"

namespace kibitz::cli {

// The command stays in the list of commands, and says that "this build of Kibitz has no <part>".
void add_left_out_command(Program& program, const char* name, const char* part);

}  // namespace kibitz::cli
