// The commands that need the modules for matches, in a build without them (KIBITZ_MEASURE=OFF).
#include "cli/program/commands.hpp"
#include "cli/program/left_out.hpp"

namespace kibitz::cli {

namespace {
void leave_out(Program& program, const char* name) {
    add_left_out_command(program, name, "matches", HowToGet::run_script);
}
}  // namespace

void add_match_command(Program& program) { leave_out(program, "match"); }
void add_sprt_command(Program& program) { leave_out(program, "sprt"); }
void add_calibrate_command(Program& program) { leave_out(program, "calibrate"); }

}  // namespace kibitz::cli
