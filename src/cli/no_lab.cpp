// The laboratory's command, in a build without it: it needs the server's modules and those that
// measure.
#include "cli/program/commands.hpp"
#include "cli/program/left_out.hpp"

namespace kibitz::cli {

void add_lab_command(Program& program) {
    add_left_out_command(program, "lab", "laboratory", HowToGet::run_script);
}

}  // namespace kibitz::cli
