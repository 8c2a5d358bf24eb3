// A command that this build does without.
#pragma once

#include "cli/program/program.hpp"

namespace kibitz::cli {

// How a command of this build's that is missing can be had.
enum class HowToGet {
    other_build,  // by another build alone
    run_script,   // ./run leaves it out as well, until it is given the command
};

// The command stays in the list of commands, and says that "this build of Kibitz has no <part>".
void add_left_out_command(Program& program, const char* name, const char* part,
                          HowToGet how = HowToGet::other_build);

}  // namespace kibitz::cli
