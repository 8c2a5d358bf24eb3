// kibitz front, which add_serve_command() adds beside kibitz serve.
#pragma once

#include "cli/program/program.hpp"

namespace kibitz::cli {

void add_front_command(Program& program);

}  // namespace kibitz::cli
