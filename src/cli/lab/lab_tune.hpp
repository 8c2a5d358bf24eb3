// `kibitz lab tune`, a command below `kibitz lab`.
#pragma once

#include "cli/program/program.hpp"

namespace kibitz::cli {

void add_lab_tune_command(Program& program, CLI::App& lab);

}  // namespace kibitz::cli
